#include "tamis/io/sparse/matrix_market.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/sparse/parts.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

MarketReader::MarketReader(ByteSource& source, std::string name)
    : name_(std::move(name)), lines_(source, name_) {}

void MarketReader::fail(const std::string& what) const {
    throw Error(name_ + ", line " + std::to_string(line_number_) + ": " + what);
}

const MarketBanner& MarketReader::read_banner() {
    std::string words[5];
    if (lines_.next(rest_)) {
        for (std::string& word : words) {
            skip_blanks();
            word = std::string(rest_.substr(0, rest_.find_first_of(" \t")));
            rest_.remove_prefix(word.size());
            std::transform(word.begin(), word.end(), word.begin(), [](char c) {
                return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            });
        }
    }
    if (words[0] != "%%matrixmarket" || words[1] != "matrix")
        fail("not a Matrix Market file: it must begin with '%%MatrixMarket matrix'");
    banner_ = {words[2], words[3], words[4]};
    return banner_;
}

void MarketReader::read_size() {
    if (!next_line()) fail("the line with the size is missing");
    rows_ = number<Index>("number of rows");
    cols_ = number<Index>("number of columns");
    if (banner_.format == "coordinate") count_ = number<Index>("number of entries");
    end_of_line();
    constexpr Index most = std::numeric_limits<Small>::max();
    if (rows_ < 0 || cols_ < 0 || count_ < 0 || rows_ > most || cols_ > most)
        fail("'" + std::string(line_) + "' is not the size of a matrix");
}

void MarketReader::read_cells(const Cell& add, const Context& context) {
    if (banner_.format == "coordinate")
        read_coordinates(add, context);
    else
        read_array(add, context);
}

void MarketReader::read_coordinates(const Cell& add, const Context& context) {
    const bool pattern = banner_.field == "pattern";
    for (Index seen = 0; seen < count_; ++seen) {
        if (!next_line())
            fail("the file ends after " + std::to_string(seen) + " of " + std::to_string(count_) +
                 " entries");
        lines_.report(context);
        const Index row = number<Index>("row") - 1, column = number<Index>("column") - 1;
        const double value = pattern ? 1.0 : number<double>("value");
        end_of_line();
        if (row < 0 || row >= rows_ || column < 0 || column >= cols_)
            fail("row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) +
                 " is outside a matrix of " + std::to_string(rows_) + " x " + std::to_string(cols_) +
                 " (Matrix Market counts from 1)");
        add(row, column, value);
    }
    if (next_line()) fail("more entries than the " + std::to_string(count_) + " that were announced");
}

// One value per line, column after column; of a symmetric matrix the lower triangle.
void MarketReader::read_array(const Cell& add, const Context& context) {
    const bool half = banner_.symmetry != "general";
    for (Index j = 0; j < cols_; ++j)
        for (Index i = half ? j : 0; i < rows_; ++i) {
            if (!next_line())
                fail("the file ends in column " + std::to_string(j + 1) + " of " + std::to_string(cols_));
            lines_.report(context);
            const double value = number<double>("value");
            end_of_line();
            add(i, j, value);
        }
    if (next_line()) fail("more values than the announced matrix has");
}

// The next line that is neither empty nor a comment.
bool MarketReader::next_line() {
    while (lines_.next(line_)) {
        line_number_ = lines_.number();
        rest_ = line_;
        skip_blanks();
        if (!rest_.empty() && rest_.front() != '%') return true;
    }
    return false;
}

void MarketReader::skip_blanks() {
    while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '\r')) rest_.remove_prefix(1);
}

template <class Number>
Number MarketReader::number(const char* what) {
    skip_blanks();
    Number value{};
    const char* const end_of_text = rest_.data() + rest_.size();
    const char* end = nullptr;
    if constexpr (std::is_same_v<Number, double>)
        end = rest_.empty() ? nullptr : parse_short_number(rest_.data(), value);
    if (end == nullptr) {
        const auto [after, error] = std::from_chars(rest_.data(), end_of_text, value);
        end = error == std::errc() ? after : nullptr;
    }
    if (end == nullptr || (end != end_of_text && !is_blank(*end) && *end != '\r'))
        fail("expected the " + std::string(what) + " in '" + std::string(line_) + "'");
    rest_.remove_prefix(at(end - rest_.data()));
    return value;
}

void MarketReader::end_of_line() {
    skip_blanks();
    if (!rest_.empty()) fail("'" + std::string(rest_) + "' is one number too many");
}

namespace {

bool is_one_of(const std::string& text, std::initializer_list<const char*> choices) {
    return std::find(choices.begin(), choices.end(), text) != choices.end();
}

void check_banner(const MarketBanner& banner, const MarketReader& reader) {
    if (!is_one_of(banner.format, {"coordinate", "array"}))
        reader.fail("the format must be 'coordinate' or 'array', not '" + banner.format + "'");
    if (!is_one_of(banner.field, {"real", "double", "integer", "pattern"}))
        reader.fail("values must be 'real', 'integer' or 'pattern', not '" + banner.field + "'");
    if (!is_one_of(banner.symmetry, {"general", "symmetric"}))
        reader.fail("data must be 'general' or 'symmetric', not '" + banner.symmetry + "'");
    if (banner.format == "array" && banner.field == "pattern") reader.fail("an array cannot be a 'pattern'");
}

Matrix read_array_cells(MarketReader& reader, bool symmetric, const Context& context) {
    // Column after column, which are the rows of the transposed matrix: it grows as values come.
    const Index rows = reader.rows();
    DenseMatrix columns;
    double* column = nullptr;
    Index last = -1;
    reader.read_cells(
        [&](Index i, Index j, double value) {
            if (j != last) column = columns.append_rows(1, rows);
            last = j;
            column[i] = value;
        },
        context);
    if (symmetric)
        for (Index j = 0; j < columns.rows(); ++j)
            for (Index i = 0; i < j; ++i) columns(j, i) = columns(i, j);
    return transposed(columns);
}

}  // namespace

Matrix read_matrix_market(ByteSource& source, const std::string& path, const LoadOptions& options,
                          bool rows_are_features, const Context& context) {
    MarketReader reader(source, path);
    const MarketBanner banner = reader.read_banner();
    check_banner(banner, reader);
    reader.read_size();
    if (reader.rows() == 0 || reader.cols() == 0) reader.fail("the matrix has no cells");
    const bool symmetric = banner.symmetry == "symmetric";
    if (symmetric && reader.rows() != reader.cols())
        reader.fail("a symmetric matrix must be square, not " + std::to_string(reader.rows()) + " x " +
                    std::to_string(reader.cols()));
    if (banner.format == "array") {
        // A value takes two bytes of text or more.
        const std::uint64_t values = static_cast<std::uint64_t>(reader.rows()) *
                                     static_cast<std::uint64_t>(reader.cols()) / (symmetric ? 2 : 1);
        if (values > source.most_bytes() / 2 + 1)
            reader.fail("the file is too short for a matrix of this size");
    }
    require_few_features(rows_are_features ? reader.rows() : reader.cols(), path, options);
    if (banner.format == "array") return read_array_cells(reader, symmetric, context);
    CellList cells;
    constexpr std::size_t cell_bytes = sizeof(double) + 2 * sizeof(Small);
    reader.read_cells(
        [&](Index row, Index column, double value) {
            cells.add(row, column, value);
            if (symmetric && row != column) cells.add(column, row, value);
            if (cells.values.size() % (1 << 16) == 0)
                source.check_memory(cells.values.size() * 2 * cell_bytes);
        },
        context);
    return make_sparse(reader.rows(), reader.cols(), std::move(cells), path);
}

Dataset load_matrix_market(ByteSource& source, const std::string& path, const LoadOptions& options,
                           const Context& context) {
    Dataset data;
    data.x = read_matrix_market(source, path, options, options.transpose, context);
    if (options.transpose) data.x = transposed(data.x);
    const auto label = find_label_column(options.label, {}, data.features(), path);
    if (label) take_label_column(data, *label);
    return data;
}

}  // namespace tamis::detail
