// libsvm / SVMlight text: "label index:value index:value … # comment", indices counted from 1 and ascending.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/interner.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/io/stream/formats.hpp"
#include "tamis/io/text/blocks.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

class LibsvmReader {
  public:
    LibsvmReader(const std::string& path, Index most_features) : path_(path), most_features_(most_features) {}

    void read_line(std::string_view line, Index number) {
        line_ = number;
        line = line.substr(0, line.find('#'));
        std::string_view token = next_token(line);
        if (token.empty()) return;
        if (token.find(':') != std::string_view::npos)
            fail("starts with '" + std::string(token) + "', not with a label");
        labels_.push_back(is_missing(token) ? Labels::unlabeled : texts_.add(token));
        Index last = 0;
        for (token = next_token(line); !token.empty(); token = next_token(line)) {
            if (token.starts_with("qid:")) continue;
            const Entry entry = parse_entry(token);
            if (entry.index <= last)
                fail("has index " + std::to_string(entry.index) + " after " + std::to_string(last) +
                     ": indices must ascend");
            last = entry.index;
            cells_.add(entry.index - 1, entry.value);
        }
        cols_ = std::max(cols_, last);
        cells_.end_row();
    }

    // What was read so far but the cells.
    Dataset take(bool with_labels, Matrix x) {
        if (labels_.empty()) throw NoRows(path_ + ": is empty");
        if (cols_ == 0) throw Error(path_ + ": has no index:value pair");
        Dataset data;
        data.x = std::move(x);
        if (with_labels) data.labels = labels_from_ids(texts_.values(), labels_);
        return data;
    }
    // The rows since the last call.
    CsrArrays take_cells() { return std::exchange(cells_, {}); }
    Index rows() const { return static_cast<Index>(labels_.size()); }
    Index cols() const { return cols_; }
    std::uint64_t bytes() const { return bytes_of(cells_); }  // that the cells and rows take in memory

  private:
    struct Entry {
        Index index;
        double value;
    };

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(path_ + ": line " + std::to_string(line_) + " " + what);
    }

    static std::string_view next_token(std::string_view& line) {
        std::size_t begin = 0;
        while (begin < line.size() && (is_blank(line[begin]) || line[begin] == '\r')) ++begin;
        std::size_t end = begin;
        while (end < line.size() && !is_blank(line[end]) && line[end] != '\r') ++end;
        const std::string_view token = line.substr(begin, end - begin);
        line.remove_prefix(end);
        return token;
    }

    Entry parse_entry(std::string_view token) const {
        Entry entry{0, 0.0};
        const char* end = token.data() + token.size();
        const auto [colon, error] = std::from_chars(token.data(), end, entry.index);
        const bool pair = error == std::errc() && colon != end && *colon == ':';
        if (!pair) fail("has '" + std::string(token) + "' where index:value is expected");
        if (entry.index < 1) fail("has index " + std::to_string(entry.index) + ": indices count from 1");
        if (entry.index > std::numeric_limits<Small>::max())
            fail("has index " + std::to_string(entry.index) + ", which is too large");
        require_few_features(entry.index, most_features_, path_ + ": line " + std::to_string(line_));
        const std::string_view value(colon + 1, at(end - colon - 1));
        // The byte after the line is a newline, a blank or a '#', so a short number ends before it.
        if (parse_short_number(value.data(), entry.value) == end) return entry;
        if (!value.empty() && is_missing(value))
            entry.value = std::numeric_limits<double>::quiet_NaN();
        else if (!parse_number(value, entry.value))
            fail("has '" + std::string(token) + "' where index:value is expected");
        return entry;
    }

    const std::string& path_;
    Index most_features_;
    Index line_ = 0;
    CsrArrays cells_;
    Index cols_ = 0;
    Interner texts_;
    std::vector<int> labels_;
};

}  // namespace

namespace {

// Calls at_block() after every block of lines.
void read_lines(ByteSource& source, const std::string& path, LibsvmReader& reader, const Context& context,
                FunctionRef<void()> at_block) {
    constexpr std::size_t block_bytes = 1 << 20;
    BlockReader blocks(source, path, run_of_blanks, false, block_bytes);
    std::string block;
    while (blocks.next(block)) {
        context.check_cancel();
        Index line = blocks.lines_before();
        for (std::size_t begin = 0; begin < block.size();) {
            const std::size_t end = block.find('\n', begin);
            reader.read_line(std::string_view(block).substr(begin, end - begin), ++line);
            begin = end + 1;
        }
        source.check_memory(reader.bytes());
        at_block();
        context.report("load", source.done());
    }
}

void check_label(const std::string& path, const LoadOptions& options) {
    if (options.label != "auto" && options.label != "none" && options.label != "first")
        throw UsageError(path + ": a libsvm file has its labels in front, so " +
                             option("label", options.label) + " does not apply",
                         "use " + option("label", "auto") + " or " + option("label", "none"));
}

class LibsvmRows final : public RowSource {
  public:
    LibsvmRows(std::string path, Index rows, Index cols) : path_(std::move(path)), rows_(rows), cols_(cols) {}

    Index rows() const override { return rows_; }
    Index cols() const override { return cols_; }
    bool sparse() const override { return true; }

    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        LibsvmReader reader(path_, std::numeric_limits<Small>::max());
        Index first = 0;
        read_lines(*open_file(path_, no_limit), path_, reader, context, [&] {
            if (reader.cols() > cols_)
                throw Error(path_ + ": was changed while it was read: it has more features now");
            visit({first, SparseMatrix(reader.rows() - first, cols_, reader.take_cells())});
            first = reader.rows();
        });
    }

  private:
    std::string path_;
    Index rows_, cols_;
};

}  // namespace

Dataset load_libsvm(ByteSource& source, const std::string& path, const LoadOptions& options,
                    const Context& context) {
    check_label(path, options);
    LibsvmReader reader(path, options.max_features);
    read_lines(source, path, reader, context, [] {});
    Matrix x = SparseMatrix(reader.rows(), reader.cols(), reader.take_cells());
    Dataset data = reader.take(options.label != "none", std::move(x));
    if (options.transpose) {
        if (!data.labels.empty())
            throw UsageError(path + ": a libsvm file has one label per line, so its lines are the samples",
                             option("transpose") + " needs " + option("label", "none"));
        data.x = transposed(data.x);
    }
    return data;
}

std::optional<HeldSize> held_libsvm(const std::string& path) {
    constexpr std::size_t sampled_bytes = std::size_t{1} << 20U;
    const std::unique_ptr<ByteSource> source = open_file(path);
    std::string sample(sampled_bytes, '\0');
    sample.resize(source->read(sample.data(), sample.size()));
    const double part = std::max(source->done(), 1e-9);
    const auto counted = [&](char what) {
        return static_cast<Index>(static_cast<double>(std::count(sample.begin(), sample.end(), what)) / part);
    };
    HeldSize size{.rows = counted('\n'), .stored = counted(':'), .sparse = true, .estimated = true};
    size.bytes = static_cast<std::uint64_t>(size.stored) * (sizeof(double) + sizeof(Small));
    return size;
}

StreamedData open_libsvm(const std::string& path, const LoadOptions& options, const FirstLook& look,
                         const Context& context) {
    check_label(path, options);
    LibsvmReader reader(path, options.max_features);
    const bool all_columns = options.drop.empty() && options.only.empty();
    if (all_columns) look.start();
    Index first = 0;
    read_lines(*open_file(path, no_limit), path, reader, context, [&] {
        CsrArrays cells = reader.take_cells();
        if (all_columns && reader.rows() > first)
            look.add({first, SparseMatrix(reader.rows() - first, reader.cols(), std::move(cells))});
        first = reader.rows();
    });
    StreamedData data;
    data.about = reader.take(options.label != "none", shape_only(reader.rows(), reader.cols()));
    data.rows = std::make_unique<LibsvmRows>(path, reader.rows(), reader.cols());
    return data;
}

bool are_numbers(const std::vector<std::string>& texts) {
    double number = 0.0;
    for (const std::string& text : texts)
        if (!parse_number(text, number)) return false;
    return true;
}

namespace {

void add_entry(std::string& line, Index column, double value) {
    char buffer[32];
    line += ' ';
    line += std::to_string(column + 1);
    line += ':';
    if (std::isnan(value))
        line += "nan";
    else
        line.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

}  // namespace

void save_libsvm(const std::string& path, const Dataset& data, const Context& context) {
    const bool numeric = are_numbers(data.labels.names);
    if (data.labels.empty())
        context.warning(path + ": a libsvm line starts with a label and the data have none: 0 is written");
    else if (!numeric)
        context.warning(path +
                        ": libsvm labels are numbers: the classes are written as their positions, 0 to " +
                        std::to_string(data.labels.classes() - 1));
    if (!data.feature_names.empty() || !data.categories.empty())
        context.warning(path +
                        ": libsvm files have no names: those of the features and categories are left out");
    AtomicFile file(path);
    std::string line;
    for (Index i = 0; i < data.samples(); ++i) {
        const int label = data.labels.empty() ? 0 : data.labels.of[at(i)];
        if (label == Labels::unlabeled)
            line = "nan";
        else
            line = !data.labels.empty() && numeric ? data.labels.names[at(label)] : std::to_string(label);
        for_each_cell(data.x, i, [&](Index j, double value) {
            if (data.x.is_sparse() || value != 0.0) add_entry(line, j, value);
        });
        line += '\n';
        file.write(line);
    }
    file.commit();
}

}  // namespace tamis::detail
