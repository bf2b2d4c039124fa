// .csv and .tsv, written so that `load` gives the same data back, to the bit.
#include <charconv>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

constexpr const char* missing_cell = "NA";  // an empty cell alone on its line would be an empty line

class TextWriter {
  public:
    TextWriter(const Dataset& data, char delimiter, FunctionRef<void(std::string_view)> put)
        : put_(put), data_(data), delimiter_(delimiter), category_of_(at(data.features())) {
        for (const CategoryColumn& category : data.categories) category_of_[at(category.column)] = &category;
    }

    void write() {
        write_header();
        std::vector<double> buffer(at(data_.features()));
        for (Index i = 0; i < data_.samples(); ++i) write_row(i, buffer);
    }

  private:
    void write_header() {
        line_.clear();
        std::string name;
        if (!data_.sample_names.empty())
            add_name(data_.sample_column.empty() ? "sample" : data_.sample_column);
        for (Index j = 0; j < data_.features(); ++j) {
            if (data_.feature_names.empty())
                name.assign(1, 'f').append(std::to_string(j));
            else
                name = data_.feature_names[at(j)];
            add_name(name);
        }
        if (!data_.labels.empty()) add_name(data_.label_name.empty() ? "label" : data_.label_name);
        end_line();
    }

    void write_row(Index i, std::vector<double>& space) {
        const double* row = dense_row(data_.x, i, space.data());
        line_.clear();
        if (!data_.sample_names.empty()) add_text(data_.sample_names[at(i)]);
        for (Index j = 0; j < data_.features(); ++j) {
            const CategoryColumn* category = category_of_[at(j)];
            if (category != nullptr && !std::isnan(row[j]))
                add_text(category->values.at(static_cast<std::size_t>(row[j])));
            else
                add_number(row[j]);
        }
        if (!data_.labels.empty()) {
            const int label = data_.labels.of[at(i)];
            add_text(label == Labels::unlabeled ? missing_cell : data_.labels.names[at(label)]);
        }
        end_line();
    }

    void add_number(double number) {
        char buffer[32];
        if (std::isnan(number)) {
            line_ += missing_cell;
        } else {
            line_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
        }
        line_ += delimiter_;
    }

    // Quotes around a name that reads as a number keep the header apart from the data.
    void add_name(const std::string& name) {
        double number = 0.0;
        add(name, needs_quotes(name) || is_missing(name) || parse_number(name, number));
    }
    void add_text(const std::string& text) { add(text, needs_quotes(text)); }

    bool needs_quotes(const std::string& text) const {
        if (text.empty()) return false;
        const auto blank = [](char c) { return c == ' ' || c == '\t'; };
        return blank(text.front()) || blank(text.back()) ||
               text.find_first_of("\"\r\n,;|\t#") != std::string::npos;
    }

    void add(const std::string& text, bool quoted) {
        if (quoted) line_ += '"';
        for (const char c : text) {
            if (c == '"') line_ += '"';
            line_ += c;
        }
        if (quoted) line_ += '"';
        line_ += delimiter_;
    }

    void end_line() {
        line_.back() = '\n';
        put_(line_);
    }

    FunctionRef<void(std::string_view)> put_;
    const Dataset& data_;
    char delimiter_;
    std::vector<const CategoryColumn*> category_of_;
    std::string line_;
};

}  // namespace

void save_text(const std::string& path, const Dataset& data, char delimiter, const Context&) {
    if (data.features() == 0 && data.labels.empty())
        throw Error("cannot write " + path + ": there are no data");
    AtomicFile file(path);
    write_text(data, delimiter, [&](std::string_view line) { file.write(line); });
    file.commit();
}

void write_text(const Dataset& data, char delimiter, FunctionRef<void(std::string_view line)> put) {
    TextWriter(data, delimiter, put).write();
}

}  // namespace tamis::detail
