// One pass in the usual case. Blocks are read in order, parsed side by side into buffers of their own and
// appended in order, so the result does not depend on the number of threads, nor on where blocks end.
//
// A column is taken for numbers until a text turns up. Its cells so far are then not known as texts any more,
// so the rest of the file is only searched for more such columns and the file is read a second time.
#include "tamis/io/text/load_text.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/blocks.hpp"
#include "tamis/io/text/parse.hpp"

namespace tamis {

namespace {

// "auto" without names: the last column if it is text, or the first if it is the only text.
std::optional<Index> find_text_label(const TextFormat& format, const std::string& label,
                                     const std::string& file) {
    if (format.header || label != "auto") return find_label_column(label, format.names, format.fields, file);
    if (format.fields < 2) return std::nullopt;
    if (format.is_text.back() != 0) return format.fields - 1;
    if (format.is_text.front() != 0 && std::count(format.is_text.begin(), format.is_text.end(), 1) == 1)
        return 0;
    return std::nullopt;
}

struct Slot {
    std::string text;
    Index lines_before = 0;
    ParsedBlock parsed;
    Index first_row = 0;
};

class TextReader {
  public:
    TextReader(ByteSource& source, const std::string& file, const TextFormat& format,
               std::optional<Index> label, const Context& context, std::size_t block_bytes)
        : file_(file),
          format_(format),
          label_(label),
          context_(context),
          source_(source),
          blocks_(source, file, format.delimiter, true, block_bytes),
          texts_(static_cast<std::size_t>(format.fields)) {
        // Batches long enough that starting threads does not count, and buffers that stay within 64 MB.
        slots_.resize(static_cast<std::size_t>(std::clamp(8 * thread_count(context), 8, 48)));
        plan_.delimiter = format.delimiter;
        for (const char is_text : format.is_text)
            plan_.use.push_back(is_text != 0 ? FieldUse::text : FieldUse::number);
        if (label) plan_.use[static_cast<std::size_t>(*label)] = FieldUse::label;
        plan_.texts = &texts_;
        plan_.features = format.fields - (label ? 1 : 0);
    }

    // The fields that turned out to be text; when there are any, the data are not complete.
    const std::set<Index>& read() {
        bool first = true;
        for (std::size_t count = fill(); count > 0; count = fill()) {
            context_.check_cancel();
            parallel_chunks(context_, static_cast<Index>(count), 1, [&](const Chunk& chunk) {
                Slot& slot = slots_[static_cast<std::size_t>(chunk.begin)];
                slot.parsed.parse(slot.text, plan_, first && chunk.begin == 0 && format_.header);
            });
            append(std::span(slots_).first(count));
            first = false;
            context_.report("load", source_.done());
        }
        return surprises_;
    }

    Dataset take() {
        if (x_.rows() == 0)
            throw Error(file_ + (format_.header ? ": has a header and no data below it" : ": is empty"));
        x_.truncate(x_.rows());
        Dataset data;
        rank_categories(data);
        data.x = std::move(x_);
        data.lines = std::move(lines_);
        if (label_) {
            data.label_column = label_;
            data.labels = labels_from_ids(texts_[static_cast<std::size_t>(*label_)].values(), label_ids_);
            if (format_.header) data.label_name = format_.names[static_cast<std::size_t>(*label_)];
        }
        for (Index field = 0; format_.header && field < format_.fields; ++field)
            if (field != label_) data.feature_names.push_back(format_.names[static_cast<std::size_t>(field)]);
        return data;
    }

  private:
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
        CellCursor cursor(text.data(), format_.delimiter);
        cursor.skip_empty_lines(end);
        return cursor.position() == end;
    }

    Index feature_of(Index field) const { return field - (label_ && field > *label_ ? 1 : 0); }

    void append(std::span<Slot> slots) {
        for (const Slot& slot : slots) {
            if (slot.parsed.ragged) throw_ragged(slot);
            surprises_.insert(slot.parsed.surprises.begin(), slot.parsed.surprises.end());
        }
        if (!surprises_.empty()) return;
        Index rows = 0;
        std::vector<std::vector<std::pair<Index, std::vector<int>>>> renumbered;
        for (Slot& slot : slots) {
            slot.first_row = rows;
            rows += slot.parsed.rows;
            for (const Index line : slot.parsed.lines) lines_.push_back(slot.lines_before + line + 1);
            renumbered.push_back(merge_texts(slot.parsed));
        }
        if (plan_.features == 0) throw Error(file_ + ": has no feature besides the label column");
        double* target = x_.append_rows(rows, plan_.features);
        parallel_chunks(context_, static_cast<Index>(slots.size()), 1, [&](const Chunk& chunk) {
            const Slot& slot = slots[static_cast<std::size_t>(chunk.begin)];
            double* begin = target + slot.first_row * plan_.features;
            std::copy_n(slot.parsed.cells.get(), slot.parsed.rows * plan_.features, begin);
            for (const auto& [feature, numbers] : renumbered[static_cast<std::size_t>(chunk.begin)])
                for (Index i = 0; i < slot.parsed.rows; ++i) {
                    double& cell = begin[i * plan_.features + feature];
                    if (cell < 0.0) cell = numbers[static_cast<std::size_t>(-1.0 - cell)];
                }
        });
    }

    // Gives the block's new texts their numbers in the file, in block order; returns them per feature.
    std::vector<std::pair<Index, std::vector<int>>> merge_texts(const ParsedBlock& parsed) {
        std::vector<std::pair<Index, std::vector<int>>> renumbered;
        for (Index field = 0; field < format_.fields; ++field) {
            const auto& values = parsed.new_texts[static_cast<std::size_t>(field)].values();
            if (values.empty() && field != label_) continue;
            std::vector<int> numbers;
            for (const std::string& value : values)
                numbers.push_back(texts_[static_cast<std::size_t>(field)].add(value));
            if (field != label_) {
                renumbered.emplace_back(feature_of(field), std::move(numbers));
                continue;
            }
            for (const int id : parsed.labels) {
                if (id == ParsedBlock::no_label)
                    label_ids_.push_back(Labels::unlabeled);
                else
                    label_ids_.push_back(id >= 0 ? id : numbers[static_cast<std::size_t>(-1 - id)]);
            }
        }
        return renumbered;
    }

    [[noreturn]] void throw_ragged(const Slot& slot) const {
        const auto fields = [](Index count) {
            return std::to_string(count) + (count == 1 ? " field" : " fields");
        };
        throw Error(file_ + ": line " + std::to_string(slot.lines_before + slot.parsed.ragged->line + 1) +
                    " has " + fields(slot.parsed.ragged->fields) + ", the lines before it have " +
                    std::to_string(format_.fields));
    }

    // From numbers in order of appearance to ranks among the sorted texts.
    void rank_categories(Dataset& data) {
        for (Index field = 0; field < format_.fields; ++field) {
            if (plan_.use[static_cast<std::size_t>(field)] != FieldUse::text) continue;
            const std::vector<std::string>& texts = texts_[static_cast<std::size_t>(field)].values();
            std::vector<std::size_t> order(texts.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
            std::vector<double> rank(texts.size());
            CategoryColumn category{feature_of(field), {}};
            for (std::size_t r = 0; r < order.size(); ++r) {
                rank[order[r]] = static_cast<double>(r);
                category.values.push_back(texts[order[r]]);
            }
            constexpr Index rows_per_chunk = 4096;
            parallel_chunks(context_, x_.rows(), rows_per_chunk, [&](const Chunk& chunk) {
                for (Index i = chunk.begin; i < chunk.end; ++i) {
                    double& cell = x_(i, category.column);
                    if (!std::isnan(cell)) cell = rank[static_cast<std::size_t>(cell)];
                }
            });
            data.categories.push_back(std::move(category));
        }
    }

    const std::string& file_;
    const TextFormat& format_;
    std::optional<Index> label_;
    const Context& context_;
    ByteSource& source_;
    BlockReader blocks_;
    bool started_ = false;
    std::exception_ptr trouble_;
    std::vector<Slot> slots_;
    ParsePlan plan_;
    std::vector<Interner> texts_;  // per field
    std::vector<int> label_ids_;
    std::vector<Index> lines_;  // of the rows
    std::set<Index> surprises_;
    DenseMatrix x_;
};

}  // namespace

Dataset load_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                  const Context& context, std::size_t block_bytes) {
    TextFormat format = detect_format(source, file);
    for (;;) {
        const std::string label = options.transpose ? "none" : options.label;
        TextReader reader(source, file, format, find_text_label(format, label, file), context, block_bytes);
        const std::set<Index>& surprises = reader.read();
        if (surprises.empty()) return reader.take();
        for (const Index field : surprises) format.is_text[static_cast<std::size_t>(field)] = 1;
        source.rewind();
    }
}

}  // namespace tamis
