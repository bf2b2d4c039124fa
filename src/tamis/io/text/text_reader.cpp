#include "tamis/io/text/text_reader.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "tamis/core/error.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/io/text/blocks.hpp"

namespace tamis::detail {

namespace {

struct Slot {
    std::string text;
    Index lines_before = 0;
    ParsedBlock parsed;
    Index first_row = 0;
};

class TextReader {
  public:
    TextReader(ByteSource& source, const std::string& file, const TextFormat& format,
               const TableLayout& layout, const MissingMarkers& missing, const Context& context,
               std::size_t block_bytes, const RowSink* sink, const KnownTexts* known)
        : file_(file),
          format_(format),
          label_(layout.label),
          context_(context),
          source_(source),
          sink_(sink),
          known_(known),
          blocks_(source, file, format.delimiter, true, block_bytes, format.comments, format.skipped_lines) {
        // Batches long enough that starting threads does not count, and buffers that stay within 64 MB.
        slots_.resize(at(std::clamp(8 * thread_count(context), 8, 48)));
        plan_.delimiter = format.delimiter;
        plan_.decimal = format.decimal;
        plan_.comments = format.comments;
        plan_.missing = &missing;
        for (const FieldUse use : layout.use) add_field(use);
        if (format.trailing) add_field(FieldUse::empty);
        plan_.slot = table_.slot;
        table_.missing.resize(at(plan_.features), 0);
        table_.counters = CounterWatch(features_called_ids(layout));
        plan_.texts = &table_.texts;
    }

    RawTable read() {
        bool first = true;
        for (std::size_t count = fill(); count > 0; count = fill()) {
            context_.check_cancel();
            parallel_chunks(context_, static_cast<Index>(count), 1, [&](const Chunk& chunk) {
                Slot& slot = slots_[at(chunk.begin)];
                slot.parsed.parse(slot.text, plan_, first && chunk.begin == 0 && format_.header_record);
            });
            append(std::span(slots_).first(count));
            source_.check_memory(static_cast<std::uint64_t>(table_.x.rows() * (plan_.features + 2)) *
                                 sizeof(double));
            first = false;
            context_.report("load", source_.done());
        }
        if (table_.rows == 0)
            throw NoRows(file_ + (format_.named() ? ": has a header and no data below it" : ": is empty"));
        if (sink_ == nullptr) table_.x.truncate(table_.rows);
        return std::move(table_);
    }

  private:
    void add_field(FieldUse use) {
        const bool feature = use == FieldUse::number || use == FieldUse::text;
        const bool numbered = use == FieldUse::text || use == FieldUse::label;
        const auto field = static_cast<Index>(plan_.use.size());
        if (numbered) text_fields_.push_back(field);
        plan_.use.push_back(use);
        table_.feature.push_back(feature ? plan_.features++ : -1);
        table_.slot.push_back(numbered ? static_cast<int>(table_.texts.size()) : ParsePlan::no_slot);
        if (!numbered) return;
        table_.texts.push_back(known_ != nullptr ? known_->at(field) : Interner());
        table_.tallies.emplace_back();
    }

    // An error of reading waits until the blocks before it are parsed: theirs come first, whatever the number
    // of blocks in a batch.
    std::size_t fill() {
        std::size_t count = 0;
        while (count < slots_.size() && !trouble_) {
            Slot& slot = slots_[count];
            try {
                if (!blocks_.next(slot.text)) break;
            } catch (const Error&) {
                trouble_ = std::current_exception();
                break;
            }
            // The header is looked for in the first block, so that must not be empty lines alone.
            started_ = started_ || !only_empty_lines(slot.text);
            if (!started_) continue;
            slot.lines_before = blocks_.lines_before();
            ++count;
        }
        if (count == 0 && trouble_) std::rethrow_exception(trouble_);
        return count;
    }

    bool only_empty_lines(const std::string& text) const {
        const char* end = text.data() + text.size();
        CellCursor cursor(text.data(), format_.delimiter, format_.comments);
        cursor.skip_empty_lines(end);
        return cursor.position() == end;
    }

    void append(std::span<Slot> slots) {
        Index rows = 0;
        std::vector<std::vector<std::pair<Index, std::vector<int>>>> renumbered;
        for (Slot& slot : slots) {
            if (slot.parsed.ragged) throw_ragged(slot);
            slot.first_row = rows;
            add_odd(slot.parsed.odd, table_.rows + rows);
            for (std::size_t j = 0; j < slot.parsed.missing.size(); ++j)
                table_.missing[j] += slot.parsed.missing[j];
            rows += slot.parsed.rows;
            for (const Index line : slot.parsed.lines) table_.lines.push_back(slot.lines_before + line + 1);
            std::move(slot.parsed.names.begin(), slot.parsed.names.end(), std::back_inserter(table_.names));
            renumbered.push_back(merge_texts(slot.parsed));
        }
        if (plan_.features == 0)
            throw Error(file_ + (label_ ? ": has no feature besides the label column"
                                        : ": has no column that is left as a feature"));
        double* target = sink_ == nullptr ? table_.x.append_rows(rows, plan_.features) : batch_of(rows);
        parallel_chunks(context_, static_cast<Index>(slots.size()), 1, [&](const Chunk& chunk) {
            const Slot& slot = slots[at(chunk.begin)];
            double* begin = target + slot.first_row * plan_.features;
            std::copy_n(slot.parsed.cells.get(), slot.parsed.rows * plan_.features, begin);
            for (const auto& [feature, numbers] : renumbered[at(chunk.begin)])
                for (Index i = 0; i < slot.parsed.rows; ++i) {
                    double& cell = begin[i * plan_.features + feature];
                    if (cell < 0.0) cell = numbers[static_cast<std::size_t>(-1.0 - cell)];
                }
        });
        if (known_ == nullptr) tally_texts(target, rows);
        table_.counters.add(target, rows, plan_.features);
        if (sink_ != nullptr) (*sink_)({table_.rows, DenseView(target, rows, plan_.features)});
        table_.rows += rows;
    }

    void tally_texts(const double* cells, Index rows) {
        for (const Index field : text_fields_) {
            if (field == label_) continue;
            const auto slot = at(table_.slot[at(field)]);
            std::vector<TextTally>& tallies = table_.tallies[slot];
            tallies.resize(table_.texts[slot].values().size());
            const double* cell = cells + table_.feature[at(field)];
            for (Index i = 0; i < rows; ++i, cell += plan_.features) {
                if (std::isnan(*cell)) continue;
                TextTally& tally = tallies[static_cast<std::size_t>(*cell)];
                if (tally.count++ == 0) tally.first_row = table_.rows + i;
            }
        }
    }

    // Memory for rows that are not kept.
    double* batch_of(Index rows) {
        batch_.resize(std::max(batch_.size(), at(rows * plan_.features)));
        return batch_.data();
    }

    std::vector<Index> features_called_ids(const TableLayout& layout) const {
        std::vector<Index> features;
        for (std::size_t field = 0; field < layout.use.size(); ++field)
            if (layout.use[field] == FieldUse::number && format_.named() && is_id_name(format_.names[field]))
                features.push_back(table_.feature[field]);
        return features;
    }

    void add_odd(const std::vector<OddCell>& cells, Index rows_before) {
        for (const OddCell& cell : cells) {
            OddColumn& column = table_.odd[cell.field];
            if (++column.count <= static_cast<Index>(OddColumn::kept))
                column.first.push_back({rows_before + cell.row, cell.field, cell.text});
        }
    }

    // Gives the block's new texts their numbers in the file, in block order; returns them per feature.
    std::vector<std::pair<Index, std::vector<int>>> merge_texts(const ParsedBlock& parsed) {
        std::vector<std::pair<Index, std::vector<int>>> renumbered;
        for (const Index field : text_fields_) {
            const auto slot = at(table_.slot[at(field)]);
            const auto& values = parsed.new_texts[slot].values();
            if (values.empty() && field != label_) continue;
            if (known_ != nullptr && !values.empty())
                throw Error(file_ + ": was changed while it was read: '" + values.front() + "' is new");
            std::vector<int> numbers;
            numbers.reserve(values.size());
            for (const std::string& value : values) numbers.push_back(table_.texts[slot].add(value));
            if (field != label_) {
                renumbered.emplace_back(table_.feature[at(field)], std::move(numbers));
                continue;
            }
            for (const int id : parsed.labels) {
                if (id == ParsedBlock::no_label)
                    table_.label_ids.push_back(Labels::unlabeled);
                else
                    table_.label_ids.push_back(id >= 0 ? id : numbers[at(-1 - id)]);
            }
        }
        return renumbered;
    }

    [[noreturn]] void throw_ragged(const Slot& slot) const {
        const Ragged& ragged = *slot.parsed.ragged;
        const std::string line =
            file_ + ": line " + std::to_string(slot.lines_before + ragged.line + 1) + " has ";
        const auto expected = static_cast<Index>(plan_.use.size());
        if (format_.trailing && ragged.fields == expected)
            throw Error(line + "a cell behind the last delimiter, where the lines before it have nothing");
        throw Error(line + std::to_string(ragged.fields) + (ragged.fields == 1 ? " field" : " fields") +
                    ", the lines before it have " + std::to_string(expected));
    }

    const std::string& file_;
    const TextFormat& format_;
    std::optional<Index> label_;
    const Context& context_;
    ByteSource& source_;
    const RowSink* sink_;
    const KnownTexts* known_;
    std::vector<double> batch_;
    BlockReader blocks_;
    bool started_ = false;
    std::exception_ptr trouble_;
    std::vector<Slot> slots_;
    ParsePlan plan_;
    std::vector<Index> text_fields_;
    RawTable table_;
};

}  // namespace

Index RawTable::numbers_in(Index field) const {
    const auto found = odd.find(field);
    return rows - missing[at(feature[at(field)])] - (found == odd.end() ? 0 : found->second.count);
}

RawTable read_table(ByteSource& source, const std::string& file, const TextFormat& format,
                    const TableLayout& layout, const MissingMarkers& missing, const Context& context,
                    std::size_t block_bytes, const RowSink* sink, const KnownTexts* known) {
    return TextReader(source, file, format, layout, missing, context, block_bytes, sink, known).read();
}

}  // namespace tamis::detail
