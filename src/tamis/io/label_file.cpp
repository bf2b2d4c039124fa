#include "tamis/io/label_file.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/io/interner.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/blocks.hpp"
#include "tamis/io/text/encoding.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

struct LabelLine {
    Index line = 0;    // in the file, from 1
    std::string name;  // of the sample, in a file with two columns
    std::string label;
};

struct LabelLines {
    std::vector<LabelLine> lines;
    bool with_names = false;
};

// The delimiter of the first line: the first of tab, semicolon and comma that is in it. Where records end
// depends on it, since it decides which quotes open a cell.
char find_delimiter(ByteSource& source) {
    constexpr std::size_t part_bytes = 1 << 12;
    std::string line;
    for (std::size_t got = part_bytes; got == part_bytes && line.find('\n') == std::string::npos;) {
        const std::size_t have = line.size();
        line.resize(have + part_bytes);
        got = source.read(line.data() + have, part_bytes);
        line.resize(have + got);
    }
    source.rewind();
    line.resize(std::min(line.size(), line.find('\n')));
    for (const char delimiter : {'\t', ';'})
        if (line.find(delimiter) != std::string::npos) return delimiter;
    return ',';
}

class LabelReader {
  public:
    LabelReader(ByteSource& source, const std::string& path) : source_(source), path_(path) {}

    LabelLines read() {
        constexpr std::size_t block_bytes = 1 << 18;
        const char delimiter = find_delimiter(source_);
        BlockReader blocks(source_, path_, delimiter, true, block_bytes);
        std::string block;
        while (blocks.next(block)) {
            Index line = blocks.lines_before();
            CellCursor cursor(block.data(), delimiter);
            while (cursor.position() < block.data() + block.size()) read_line(cursor, ++line);
        }
        return std::move(result_);
    }

  private:
    void read_line(CellCursor& cursor, Index number) {
        std::vector<std::string> cells;
        for (bool ends = false; !ends;) {
            const Cell cell = cursor.next();
            ends = cell.ends_record;
            cells.emplace_back(cell.text);
            make_utf8(cells.back(), Encoding::automatic, path_);
        }
        if (cells.size() == 1 && cells[0].empty()) {
            if (empty_line_ == 0) empty_line_ = number;
            return;
        }
        if (empty_line_ > 0)
            throw Error(path_ + ": line " + std::to_string(empty_line_) +
                        " is empty: write NA for a sample without a label");
        if (result_.lines.empty()) result_.with_names = cells.size() == 2;
        const std::size_t wanted = result_.with_names ? 2 : 1;
        if (cells.size() != wanted)
            throw Error(path_ + ": line " + std::to_string(number) + " has " + std::to_string(cells.size()) +
                        (cells.size() == 1 ? " field" : " fields") +
                        ": a label file has one label per line, or a sample's name and its label");
        result_.lines.push_back({number, wanted == 2 ? cells[0] : "", cells.back()});
    }

    ByteSource& source_;
    const std::string& path_;
    Index empty_line_ = 0;
    LabelLines result_;
};

Labels labels_of(const std::vector<const std::string*>& texts) {
    Interner interned;
    std::vector<int> ids;
    ids.reserve(texts.size());
    for (const std::string* text : texts) ids.push_back(is_missing(*text) ? -1 : interned.add(*text));
    return labels_from_ids(interned.values(), ids);
}

void take_in_order(const std::vector<LabelLine>& lines, const std::string& path, Dataset& data,
                   const std::string& data_file) {
    const Index samples = data.samples();
    const bool titled = static_cast<Index>(lines.size()) == samples + 1 && is_label_name(lines[0].label);
    std::vector<const std::string*> texts;
    for (std::size_t i = titled ? 1 : 0; i < lines.size(); ++i) texts.push_back(&lines[i].label);
    if (static_cast<Index>(texts.size()) != samples)
        throw Error(path + ": has " + std::to_string(texts.size()) + " labels for the " +
                    std::to_string(samples) + " samples of " + data_file);
    if (titled) data.label_name = lines[0].label;
    data.labels = labels_of(texts);
}

using SampleNumbers = std::unordered_map<std::string_view, std::size_t>;

SampleNumbers numbered_samples(const Dataset& data, const std::string& path, const std::string& data_file) {
    if (data.sample_names.empty())
        throw Error(path + ": has two columns, the names of samples and their labels, and the samples of " +
                        data_file + " have no names",
                    "say which column holds them with " + option("id") +
                        ", or give one label per line in the order of the samples");
    SampleNumbers numbers;
    for (std::size_t i = 0; i < data.sample_names.size(); ++i)
        if (!numbers.emplace(data.sample_names[i], i).second)
            throw Error(data_file + ": two samples are called '" + data.sample_names[i] +
                            "', so labels cannot be matched by name",
                        "give one label per line in the order of the samples");
    return numbers;
}

// The first line is a title where its name is no sample's, its label is no other line's, and it is called
// like one or all other names are samples'.
bool is_title(const std::vector<LabelLine>& lines, const SampleNumbers& numbers) {
    if (numbers.contains(lines[0].name)) return false;
    bool others_fit = true;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].label == lines[0].label) return false;
        others_fit = others_fit && numbers.contains(lines[i].name);
    }
    return others_fit || is_id_name(lines[0].name);
}

void take_by_name(const std::vector<LabelLine>& lines, const std::string& path, Dataset& data,
                  const std::string& data_file) {
    const SampleNumbers numbers = numbered_samples(data, path, data_file);
    std::vector<const std::string*> texts(data.sample_names.size());
    const LabelLine* stranger = nullptr;
    std::size_t strangers = 0;
    const std::size_t first = is_title(lines, numbers) ? 1 : 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        const auto found = numbers.find(lines[i].name);
        if (found == numbers.end()) {
            if (stranger == nullptr) stranger = &lines[i];
            ++strangers;
            continue;
        }
        if (texts[found->second] != nullptr)
            throw Error(path + ": line " + std::to_string(lines[i].line) + " names the sample '" +
                        lines[i].name + "' a second time");
        texts[found->second] = &lines[i].label;
    }
    if (stranger != nullptr)
        throw Error(path + ": " + std::to_string(strangers) + " of " + std::to_string(lines.size() - first) +
                    " names are no samples of " + data_file + ", first '" + stranger->name + "' in line " +
                    std::to_string(stranger->line));
    std::size_t without = 0, first_without = 0;
    for (std::size_t i = texts.size(); i-- > 0;)
        if (texts[i] == nullptr) {
            ++without;
            first_without = i;
        }
    if (without > 0)
        throw Error(path + ": has no label for " + std::to_string(without) + " of the " +
                    std::to_string(texts.size()) + " samples of " + data_file + ", first '" +
                    data.sample_names[first_without] + "': write NA for a sample without a label");
    if (first == 1) data.label_name = lines[0].label;
    data.labels = labels_of(texts);
}

}  // namespace

void read_label_file(ByteSource& source, const std::string& path, Dataset& data,
                     const std::string& data_file) {
    const LabelLines read = LabelReader(source, path).read();
    if (read.with_names)
        take_by_name(read.lines, path, data, data_file);
    else
        take_in_order(read.lines, path, data, data_file);
}

}  // namespace tamis::detail
