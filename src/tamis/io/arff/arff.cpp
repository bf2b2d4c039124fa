// ARFF of Weka: @attribute lines, then @data with one sample per line, dense or sparse ("{0 1.5, 3 red}").
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/io/arff/attributes.hpp"
#include "tamis/io/arff/words.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/line_reader.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

class ArffReader {
  public:
    ArffReader(ByteSource& source, const std::string& path, const LoadOptions& options)
        : path_(path), options_(options), lines_(source, path), most_bytes_(most_unpacked(options)) {}

    void read_header() {
        std::string_view line;
        while (lines_.next(line)) {
            WordCursor words(line);
            if (words.at_end()) continue;
            std::string keyword, ignored;
            bool quoted = false;
            words.next(keyword, quoted, " \t");
            keyword = lower_case(keyword);
            if (keyword == "@attribute") {
                read_attribute(words);
            } else if (keyword == "@data") {
                if (attributes_.empty()) fail("@data comes before any @attribute");
                return;
            } else if (keyword != "@relation") {
                fail("is not an ARFF file: expected @relation, @attribute or @data, not '" +
                     std::string(line.substr(0, 40)) + "'");
            }
        }
        throw Error(path_ + (lines_.number() == 0 ? ": is empty" : ": has no @data line: it is cut off"));
    }

    std::optional<Index> find_label(const std::string& label, const Context& context) const {
        const auto named = find_label_column(label, names(), columns(), path_);
        if (named || label != "auto") return named;
        const auto is_nominal = [](const ArffAttribute& attribute) { return attribute.nominal; };
        const bool only_last = std::count_if(attributes_.begin(), attributes_.end(), is_nominal) == 1 &&
                               attributes_.back().nominal && attributes_.back().values.values().size() > 1;
        if (!only_last) return std::nullopt;
        context.warning(path_ + ": the label is '" + attributes_.back().name +
                        "', the last attribute and the only nominal one; " + option("label", "none") +
                        " reads it as a feature");
        return columns() - 1;
    }

    Dataset read_data(std::optional<Index> label, const Context& context) {
        label_ = label.value_or(-1);
        std::string_view line;
        while (lines_.next(line)) {
            lines_.report(context);
            WordCursor words(line);
            if (words.at_end()) continue;
            row_.assign(attributes_.size(), missing);
            const bool sparse = words.take('{');
            if (file_lines_.empty()) sparse_ = sparse;
            if (sparse != sparse_) fail("dense and sparse rows are mixed");
            sparse_ ? read_sparse_row(words) : read_dense_row(words);
            file_lines_.push_back(lines_.number());
        }
        if (file_lines_.empty()) throw Error(path_ + ": has no samples after @data");
        return take();
    }

  private:
    [[noreturn]] void fail(const Message& what) const {
        throw Error(path_ + ", line " + std::to_string(lines_.number()) + ": " + what);
    }
    Index columns() const { return static_cast<Index>(attributes_.size()); }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const ArffAttribute& attribute : attributes_) all.push_back(attribute.name);
        return all;
    }

    void read_attribute(WordCursor& words) {
        ArffAttribute attribute;
        bool quoted = false;
        if (!words.next(attribute.name, quoted, " \t{") || words.at_end())
            fail("expected '@attribute NAME TYPE'");
        if (words.take('{')) {
            attribute.nominal = true;
            read_values(words, attribute);
        } else {
            const std::string type = lower_case(words.rest().substr(0, words.rest().find_first_of(" \t")));
            if (type == "date" || type == "string" || type == "relational")
                fail("attribute '" + attribute.name + "' is " + (type == "relational" ? type : "a " + type) +
                     ", which cannot be a feature: take it out of the file, or make it numeric or nominal");
            if (type != "numeric" && type != "real" && type != "integer")
                fail("attribute '" + attribute.name + "' has the unknown type '" + type + "'");
        }
        attributes_.push_back(std::move(attribute));
        require_few_features(columns(), path_, options_);
    }

    void read_values(WordCursor& words, ArffAttribute& attribute) const {
        std::string value;
        bool quoted = false;
        do {
            if (!words.next(value, quoted, ",}")) fail("a quote is left open");
            if (!value.empty() || quoted) attribute.values.add(value);
        } while (words.take(','));
        if (!words.take('}')) fail("the values of attribute '" + attribute.name + "' do not end in '}'");
    }

    // A nominal cell is the position of its value, as declared.
    double cell(const std::string& word, bool quoted, std::size_t column) const {
        if (!quoted && word == "?") return missing;
        const ArffAttribute& attribute = attributes_[column];
        if (attribute.nominal) {
            const int code = attribute.values.find(word);
            if (code == Interner::absent)
                fail("'" + word + "' is not one of the values of attribute '" + attribute.name + "'");
            return static_cast<double>(code);
        }
        double number = 0.0;
        if (!parse_number(word, number))
            fail("'" + word + "' is not a number (attribute '" + attribute.name + "')");
        return number;
    }

    void read_dense_row(WordCursor& words) {
        std::string word;
        bool quoted = false;
        std::size_t count = 0;
        do {
            if (!words.next(word, quoted, ",")) fail("a quote is left open");
            if (count < row_.size()) row_[count] = cell(word, quoted, count);
            ++count;
        } while (words.take(','));
        if (!words.at_end())
            fail("expected a comma before '" + std::string(words.rest().substr(0, 40)) + "'");
        if (count != row_.size())
            fail("has " + std::to_string(count) + " cells where " + std::to_string(row_.size()) +
                 " attributes are declared");
        double* cells = dense_.append_rows(1, columns() - (label_ >= 0 ? 1 : 0));
        for (Index j = 0; j < columns(); ++j) {
            if (j == label_)
                label_codes_.push_back(row_[at(j)]);
            else
                *cells++ = row_[at(j)];
        }
    }

    // What is left out is 0: for a nominal attribute the value that was declared first.
    void read_sparse_row(WordCursor& words) {
        std::string word;
        bool quoted = false;
        std::vector<char> given(attributes_.size(), 0);
        std::fill(row_.begin(), row_.end(), 0.0);
        while (!words.take('}')) {
            double position = 0.0;
            words.next(word, quoted, " \t,}");
            if (!parse_number(word, position) || position < 0.0 ||
                position >= static_cast<double>(columns()) || position != std::floor(position))
                fail("'" + word + "' is not the position of an attribute, 0 to " +
                     std::to_string(columns() - 1));
            const auto j = static_cast<std::size_t>(position);
            if (given[j] != 0) fail("attribute " + word + " is given twice");
            if (!words.next(word, quoted, ",}")) fail("a quote is left open");
            row_[j] = cell(word, quoted, j);
            given[j] = 1;
            if (!words.take(',') && words.rest().substr(0, 1) != "}") fail("the row does not end in '}'");
        }
        for (Index j = 0; j < columns(); ++j) {
            const ArffAttribute& attribute = attributes_[at(j)];
            if (given[at(j)] == 0 && attribute.nominal && attribute.values.values().empty())
                fail("the row leaves out attribute '" + attribute.name +
                     "', which stands for its first value, and it has none: write '" + std::to_string(j) +
                     " ?' if the value is missing");
            if (j == label_)
                label_codes_.push_back(row_[at(j)]);
            else if (given[at(j)] != 0 || attribute.nominal)
                cells_.add(j - (label_ >= 0 && j > label_ ? 1 : 0), row_[at(j)]);
        }
        cells_.end_row();
        // A nominal attribute that a row leaves out takes a cell in memory, and no byte of the file.
        require_unpackable(bytes_of(cells_), most_bytes_, path_);
    }

    Dataset take() {
        Dataset data;
        const auto rows = static_cast<Index>(file_lines_.size());
        const Index features = columns() - (label_ >= 0 ? 1 : 0);
        if (features == 0) throw Error(path_ + ": has no attribute beside the label");
        if (sparse_)
            data.x = SparseMatrix(rows, features, std::move(cells_));
        else
            data.x = std::move(dense_);
        std::vector<const ArffAttribute*> features_in_order;
        for (Index j = 0; j < columns(); ++j) {
            if (j == label_) continue;
            features_in_order.push_back(&attributes_[at(j)]);
            data.feature_names.push_back(attributes_[at(j)].name);
        }
        rank_values(data, features_in_order);
        if (label_ >= 0) {
            const ArffAttribute& label = attributes_[at(label_)];
            data.label_name = label.name;
            data.label_column = label_;
            if (label.nominal) {
                std::vector<int> ids;
                for (const double code : label_codes_)
                    ids.push_back(std::isnan(code) ? Labels::unlabeled : static_cast<int>(code));
                data.labels = labels_from_ids(label.values.values(), ids);
            } else {
                data.labels = make_labels(label_codes_);
            }
        }
        data.lines = std::move(file_lines_);
        return data;
    }

    const std::string& path_;
    const LoadOptions& options_;
    LineReader lines_;
    std::uint64_t most_bytes_;
    std::vector<ArffAttribute> attributes_;
    Index label_ = -1;
    bool sparse_ = false;
    std::vector<double> row_, label_codes_;
    DenseMatrix dense_;
    CsrArrays cells_;
    std::vector<Index> file_lines_;
};

}  // namespace

Dataset load_arff(ByteSource& source, const std::string& path, const LoadOptions& options,
                  const Context& context) {
    if (options.transpose)
        throw UsageError(path + ": an ARFF file has one sample per line",
                         "leave " + option("transpose") + " out");
    ArffReader reader(source, path, options);
    reader.read_header();
    return reader.read_data(reader.find_label(options.label, context), context);
}

}  // namespace tamis::detail
