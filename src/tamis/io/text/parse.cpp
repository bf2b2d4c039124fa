#include "tamis/io/text/parse.hpp"

#include <algorithm>
#include <limits>

#include "tamis/io/text/cells.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

class BlockParser {
  public:
    BlockParser(ParsedBlock& result, std::string_view block, const ParsePlan& plan)
        : result_(result),
          plan_(plan),
          fields_(static_cast<Index>(plan.use.size())),
          cursor_(block.data(), plan.delimiter, plan.comments),
          end_(block.data() + block.size()),
          out_(result.cells.get()) {}

    void run(bool skip_first_record) {
        Index line = cursor_.skip_empty_lines(end_);
        if (skip_first_record && cursor_.position() < end_) {
            while (!cursor_.next().ends_record) {
            }
            quoted_lines_ = cursor_.lines();
            line += 1 + cursor_.skip_empty_lines(end_);
        }
        while (cursor_.position() < end_) {
            const Index fields = read_record();
            if (fields != fields_ || beyond_) {
                result_.ragged = Ragged{line + quoted_lines_, fields};
                break;
            }
            result_.lines.push_back(line + quoted_lines_);
            quoted_lines_ = cursor_.lines();
            ++result_.rows;
            line += 1 + cursor_.skip_empty_lines(end_);
        }
        if (!plan_.missing->numbers().empty()) mark_missing_numbers();
    }

  private:
    Index read_record() {
        if (plan_.delimiter == run_of_blanks)
            return plan_.decimal == '.' ? read_record<true, '.'>() : read_record<true, ','>();
        return plan_.decimal == '.' ? read_record<false, '.'>() : read_record<false, ','>();
    }

    // The number of fields of the record.
    template <bool blanks, char decimal>
    Index read_record() {
        const char* position = cursor_.position();
        for (Index field = 0;; ++field) {
            if (field == fields_) {
                cursor_.move_to(position);
                return fields_ + count_rest();
            }
            const FieldUse use = plan_.use[at(field)];
            if (use == FieldUse::number) {
                if constexpr (!blanks)
                    while (*position == ' ') ++position;
                const char* after = read_number<decimal>(position);
                if (after != nullptr) {
                    const char* cell_end = after;
                    if constexpr (blanks)
                        while (is_blank(*after)) ++after;
                    if (is_line_end(after)) {
                        ++out_;
                        cursor_.move_to(after + (*after == '\r' ? 2 : 1));
                        return field + 1;
                    }
                    if (blanks ? after > cell_end : *after == plan_.delimiter) {
                        ++out_;
                        position = blanks ? after : after + 1;
                        continue;
                    }
                }
            }
            cursor_.move_to(position);
            const Cell cell = cursor_.next();
            store(cell, use, at(field));
            if (cell.ends_record) return field + 1;
            position = cursor_.position();
        }
    }

    template <char decimal>
    const char* read_number(const char* position) {
        if (end_ - position >= 8) {
            const char* after = parse_few_digits(position, *out_);
            if (after != nullptr && *after != decimal && (*after | 0x20) != 'e') return after;
        }
        return parse_short_number<decimal>(position, *out_);
    }

    Index count_rest() {
        Index count = 1;
        while (!cursor_.next().ends_record) ++count;
        return count;
    }

    void store(const Cell& cell, FieldUse use, std::size_t field) {
        switch (use) {
            case FieldUse::skip:
                return;
            case FieldUse::empty:
                beyond_ = beyond_ || !cell.text.empty();
                return;
            case FieldUse::name:
                result_.names.emplace_back(cell.text);
                return;
            case FieldUse::label:
                result_.labels.push_back((*plan_.missing)(cell.text) ? ParsedBlock::no_label
                                                                     : number_of(cell, field));
                return;
            case FieldUse::text:
                *out_++ = (*plan_.missing)(cell.text) ? not_there : number_of(cell, field);
                return;
            case FieldUse::number:
                break;
        }
        double& value = *out_++;
        if ((*plan_.missing)(cell.text)) {
            mark_missing(value);
        } else if (!parse_number(cell.text, value, plan_.decimal)) {
            result_.odd.push_back({result_.rows, static_cast<Index>(field), std::string(cell.text)});
            value = not_there;
        }
    }

    int number_of(const Cell& cell, std::size_t field) {
        const auto slot = at(plan_.slot[field]);
        const int known = (*plan_.texts)[slot].find(cell.text);
        return known != Interner::absent ? known : -1 - result_.new_texts[slot].add(cell.text);
    }

    void mark_missing(double& cell) {
        cell = not_there;
        result_.missing.resize(at(plan_.features), 0);
        ++result_.missing[at((&cell - result_.cells.get()) % plan_.features)];
    }

    // Markers that are numbers are read as such first, which is fast.
    void mark_missing_numbers() {
        const auto markers = plan_.missing->numbers();
        double* cell = result_.cells.get();
        for (Index row = 0; row < result_.rows; ++row)
            for (const FieldUse use : plan_.use) {
                if (use != FieldUse::number && use != FieldUse::text) continue;
                const bool marked = std::find(markers.begin(), markers.end(), *cell) != markers.end();
                if (use == FieldUse::number && marked) mark_missing(*cell);
                ++cell;
            }
    }

    ParsedBlock& result_;
    const ParsePlan& plan_;
    Index fields_;
    CellCursor cursor_;
    const char* end_;
    double* out_;
    Index quoted_lines_ = 0;
    bool beyond_ = false;  // something follows the last delimiter
};

}  // namespace

void ParsedBlock::parse(std::string_view block, const ParsePlan& plan, bool skip_first_record) {
    rows = 0;
    lines.clear();
    labels.clear();
    names.clear();
    odd.clear();
    missing.clear();
    ragged.reset();
    new_texts.resize(plan.texts->size());
    for (Interner& texts : new_texts)
        if (!texts.empty()) texts.clear();
    // A cell takes a byte of text at least; pages that are never written to cost no memory. One cell more is
    // touched by a record that is too long.
    const std::size_t most_cells = block.size() + plan.use.size() + 1;
    if (capacity < most_cells) {
        cells = std::make_unique_for_overwrite<double[]>(most_cells);
        capacity = most_cells;
    }
    BlockParser(*this, block, plan).run(skip_first_record);
}

}  // namespace tamis::detail
