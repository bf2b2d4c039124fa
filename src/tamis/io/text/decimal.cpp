#include "tamis/io/text/decimal.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

// One to three digits that do not start with 0, a comma, three digits.
bool may_part_thousands(const std::string& text) {
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const std::size_t comma = text.find(',');
    return comma >= sign + 1 && comma <= sign + 3 && text[sign] != '0' && text.size() == comma + 4 &&
           text.find_first_not_of("0123456789", comma + 1) == std::string::npos;
}

struct DecimalCells {
    const SampleCell* comma = nullptr;  // the first of its kind
    const SampleCell* point = nullptr;
    bool surely_comma = false;
    std::size_t numbers = 0, others = 0;

    void add(const SampleCell& cell) {
        if (cell.missing) return;
        if (has_decimal_comma(cell.text)) {
            if (comma == nullptr) comma = &cell;
            surely_comma = surely_comma || !may_part_thousands(cell.text);
            ++numbers;
        } else if (cell.number) {
            if (point == nullptr && cell.text.find('.') != std::string::npos) point = &cell;
            ++numbers;
        } else {
            ++others;
        }
    }
};

}  // namespace

char detect_decimal(const SampleRecords& records, const std::string& name) {
    std::vector<DecimalCells> columns;
    for (std::size_t r = records.size() > 1 ? 1 : 0; r < records.size(); ++r)
        for (std::size_t j = 0; j < records[r].size(); ++j) {
            if (j == columns.size()) columns.emplace_back();
            columns[j].add(records[r][j]);
        }
    DecimalCells all;
    for (const DecimalCells& column : columns) {
        if (column.numbers < column.others) continue;
        if (all.comma == nullptr) all.comma = column.comma;
        if (all.point == nullptr) all.point = column.point;
        all.surely_comma = all.surely_comma || column.surely_comma;
    }
    if (all.comma == nullptr) return '.';
    const Message remedy = "say which it is with " + option("decimal", ",") + " or " + option("decimal", ".");
    if (all.point != nullptr)
        throw Error(name + ": has numbers with a comma ('" + all.comma->text + "') and with a point ('" +
                        all.point->text + "')",
                    remedy);
    if (!all.surely_comma)
        throw Error(name + ": the comma of '" + all.comma->text + "' may mark decimals or part thousands",
                    remedy);
    return ',';
}

}  // namespace tamis::detail
