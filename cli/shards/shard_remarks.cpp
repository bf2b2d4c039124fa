#include "shard_remarks.hpp"

#include <algorithm>

#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/missing_cells.hpp"

namespace tamis::cli {

namespace {

// "a.csv, b.csv, …"
std::string files_text(const std::vector<std::string>& texts) {
    std::string list;
    for (std::size_t i = 0; i < std::min(texts.size(), FoundCells::shown); ++i)
        list += (i > 0 ? ", " : "") + texts[i];
    return texts.size() > FoundCells::shown ? list + ", …" : list;
}

void remark_on_bare(Dataset& data, const std::vector<ShardHead>& heads, const Context& context) {
    std::vector<std::string> bare;
    for (const ShardHead& head : heads)
        if (head.bare) bare.push_back(head.file);
    if (!bare.empty())
        add_remark(data,
                   "shards without rows: " + std::to_string(bare.size()) + " of " +
                       std::to_string(heads.size()) + " (" + files_text(bare) + ")",
                   context);
}

// One remark for all of them, with what each file lost.
void remark_on_dropped(Dataset& data, const std::vector<ShardHead>& heads, const Context& context) {
    std::vector<std::pair<std::string, Index>> of_file;
    for (const ShardHead& head : heads) {
        if (of_file.empty() || of_file.back().first != head.file) of_file.emplace_back(head.file, 0);
        of_file.back().second += head.dropped_rows;
    }
    std::vector<std::string> each;
    Index dropped = 0;
    for (const auto& [file, rows] : of_file) {
        dropped += rows;
        if (rows > 0) each.push_back(std::to_string(rows) + " of " + file);
    }
    if (dropped == 0) return;
    std::string text = dropped_rows_text(data.name, dropped, data.samples());
    if (of_file.size() > 1) text += " (" + files_text(each) + ")";
    add_remark(data, text, context);
}

}  // namespace

void remark_on_shards(Dataset& data, const std::vector<ShardHead>& heads, const Context& context) {
    std::vector<std::string> texts;
    for (const ShardHead& head : heads)
        for (const std::string& remark : head.remarks)
            if (std::find(texts.begin(), texts.end(), remark) == texts.end()) texts.push_back(remark);
    for (const std::string& text : texts) add_remark(data, text, context);
    remark_on_bare(data, heads, context);
    remark_on_dropped(data, heads, context);
}

}  // namespace tamis::cli
