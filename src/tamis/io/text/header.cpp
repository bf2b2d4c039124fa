#include "tamis/io/text/header.hpp"

#include <algorithm>
#include <set>

#include "tamis/core/index.hpp"
#include "tamis/io/label_column.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t fewest_rising = 8;

bool occurs_below(const SampleRecords& records, std::size_t field) {
    for (std::size_t r = 1; r < records.size(); ++r)
        if (field < records[r].size() && records[r][field].text == records[0][field].text) return true;
    return false;
}

// At least half of the cells below that are there are numbers; `plain`: none of them is quoted.
bool numbers_below(const SampleRecords& records, std::size_t field, bool plain) {
    std::size_t numbers = 0, texts = 0;
    for (std::size_t r = 1; r < records.size(); ++r) {
        if (field >= records[r].size()) continue;
        const SampleCell& cell = records[r][field];
        if (plain && cell.quoted) return false;
        if (cell.missing) continue;
        (cell.number ? numbers : texts) += 1;
    }
    return numbers > 0 && numbers >= texts;
}

double value_of(const SampleCell& cell) {
    double number = 0.0;
    parse_number(cell.text, number, cell.text.find(',') == std::string::npos ? '.' : ',');
    return number;
}

std::vector<std::size_t> number_fields(const SampleRecord& record) {
    std::vector<std::size_t> fields;
    for (std::size_t j = 0; j < record.size(); ++j)
        if (record[j].number && !record[j].missing) fields.push_back(j);
    return fields;
}

bool rises(const SampleRecord& record, const std::vector<std::size_t>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] >= record.size() || !record[fields[i]].number) return false;
        if (i > 0 && value_of(record[fields[i]]) <= value_of(record[fields[i - 1]])) return false;
    }
    return true;
}

// "", 0, 1, 2, …
bool counts_columns(const SampleRecord& first, const std::vector<std::size_t>& fields) {
    if (fields.size() < 2 || fields.size() + 1 != first.size() || !first[0].text.empty()) return false;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (value_of(first[fields[i]]) != static_cast<double>(i)) return false;
    return true;
}

bool names_a_text_table(const SampleRecords& records) {
    for (const SampleRecord& record : records)
        for (const SampleCell& cell : record)
            if (cell.number) return false;
    if (records.size() == 1) return true;  // one row of texts: names without data
    std::set<std::string> distinct;
    for (std::size_t j = 0; j < records[0].size(); ++j)
        if (records[0][j].missing || !distinct.insert(records[0][j].text).second || occurs_below(records, j))
            return false;
    return records.size() >= 3;
}

}  // namespace

HeaderVerdict first_is_header(const SampleRecords& records) {
    const SampleRecord& first = records[0];
    bool text_over_numbers = false, number_over_numbers = false;
    for (std::size_t j = 0; j < first.size(); ++j) {
        if (is_label_name(first[j].text) && !occurs_below(records, j)) return HeaderVerdict::yes;
        if (first[j].quoted && first[j].number && numbers_below(records, j, true)) return HeaderVerdict::yes;
        if (first[j].missing || !numbers_below(records, j, false)) continue;
        (first[j].number ? number_over_numbers : text_over_numbers) = true;
    }
    const std::vector<std::size_t> numbers = number_fields(first);
    if (records.size() > 1 && counts_columns(first, numbers)) return HeaderVerdict::yes;
    if (records.size() > 1 && numbers.size() >= fewest_rising && rises(first, numbers)) {
        const bool alone = std::none_of(records.begin() + 1, records.end(),
                                        [&](const SampleRecord& record) { return rises(record, numbers); });
        return alone || text_over_numbers ? HeaderVerdict::yes : HeaderVerdict::unclear;
    }
    if (text_over_numbers) return number_over_numbers ? HeaderVerdict::unclear : HeaderVerdict::yes;
    return names_a_text_table(records) ? HeaderVerdict::yes : HeaderVerdict::no;
}

}  // namespace tamis::detail
