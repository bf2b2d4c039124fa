// Texts in MAT files of version 5: char matrices and cell arrays of them.
#include <matio.h>

#include "tamis/core/error.hpp"
#include "tamis/io/mat/mat_file.hpp"
#include "tamis/io/utf8.hpp"

namespace tamis::detail {

namespace {

// Row `row` of a char matrix. MATLAB stores columns one after the other, in units of 8 or 16 bit.
std::string char_row(const matvar_t& variable, std::size_t row) {
    const std::size_t rows = variable.dims[0], cols = variable.dims[1];
    std::string bytes;
    std::u16string units;
    for (std::size_t j = 0; j < cols; ++j) {
        const std::size_t place = j * rows + row;
        if (variable.data_size == 1)
            bytes += static_cast<const char*>(variable.data)[place];
        else
            units += static_cast<const char16_t*>(variable.data)[place];
    }
    std::string text = variable.data_size == 1 ? bytes : utf8_of(units);
    text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
    return text;
}

bool is_text(const matvar_t& variable) {
    const std::size_t cells = variable.rank == 2 ? variable.dims[0] * variable.dims[1] : 0;
    return variable.class_type == MAT_C_CHAR && variable.rank == 2 &&
           (cells == 0 || (variable.data != nullptr && (variable.data_size == 1 || variable.data_size == 2) &&
                           variable.nbytes >= cells * at(variable.data_size)));
}

}  // namespace

std::vector<std::string> mat_char_rows(const matvar_t& variable, const std::string& described,
                                       const std::string& path) {
    if (!is_text(variable))
        throw Error(path + ": variable " + described + " is damaged: copy the file again");
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < variable.dims[0]; ++i) rows.push_back(char_row(variable, i));
    return rows;
}

std::vector<std::string> mat_cell_texts(const matvar_t& variable, const std::string& described,
                                        const std::string& path) {
    const auto* const* cells = static_cast<const matvar_t* const*>(variable.data);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < variable.dims[0] * variable.dims[1]; ++i) {
        const matvar_t* cell = cells == nullptr ? nullptr : cells[i];
        if (cell == nullptr || !is_text(*cell) || cell->dims[0] > 1)
            throw Error(path + ": variable " + described + ": cell " + std::to_string(i) +
                        " (counted from 0) is not a text");
        texts.push_back(cell->dims[0] == 0 ? "" : char_row(*cell, 0));
    }
    return texts;
}

}  // namespace tamis::detail
