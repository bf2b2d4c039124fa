#include "tamis/pipeline/compare/split_remarks.hpp"

namespace tamis::detail {

namespace {

std::string without_numbers(const std::string& text) {
    std::string kept;
    for (const char letter : text)
        if (letter < '0' || letter > '9') kept += letter;
    return kept;
}

}  // namespace

void SplitRemarks::add(std::size_t split, const std::string& who, const std::vector<std::string>& texts) {
    std::map<std::string, std::string> said;  // by pattern, the first of this split
    for (const std::string& text : texts) said.emplace(without_numbers(text), text);
    for (const auto& [pattern, text] : said) {
        Remark& remark = remarks_[who + pattern];
        if (remark.count > 0 && remark.text != who + text) remark.numbers_differ = true;
        if (remark.count == 0 || split < remark.split) {
            remark.split = split;
            remark.text = who + text;
        }
        ++remark.count;
    }
}

std::vector<std::string> SplitRemarks::list() const {
    std::vector<std::string> lines;
    for (const auto& [pattern, remark] : remarks_) {
        lines.push_back(remark.text);
        if (remark.count > 1)
            lines.back() += " (" + std::to_string(remark.count) +
                            (remark.numbers_differ ? " times, with other numbers)" : " times)");
    }
    return lines;
}

}  // namespace tamis::detail
