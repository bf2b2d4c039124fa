// From a table that was read to a data set. One reading in the usual case; where the rest of the file shows
// that its first records deceived, it is read a second time.
#include "tamis/io/text/load_text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/text_reader.hpp"
#include "tamis/io/text/transposed.hpp"
#include "tamis/io/text/verdict.hpp"

namespace tamis::detail {

namespace {

bool make_all_utf8(std::vector<std::string>& texts, Encoding encoding, const std::string& place) {
    bool changed = false;
    for (std::string& text : texts) changed = make_utf8(text, encoding, place) || changed;
    return changed;
}

// The texts of the cells; names of columns and rows were converted before.
bool make_cells_utf8(Dataset& data, Encoding encoding, const std::string& file) {
    bool changed = make_all_utf8(data.labels.names, encoding, file + ": the name of a class");
    for (CategoryColumn& category : data.categories)
        changed = make_all_utf8(category.values, encoding, file + ": a text") || changed;
    return changed;
}

class TextTable {
  public:
    // Adds to `reading` what the table tells.
    TextTable(const std::string& file, TextReading& reading, RawTable table, const Context& context)
        : file_(file),
          reading_(reading),
          format_(reading.format),
          layout_(reading.layout),
          table_(std::move(table)),
          context_(context) {}

    void read_off() {
        refuse_odd_cells(table_, layout_, format_, file_);
        Dataset& data = reading_.data;
        for (const Message& message : remarks_on_counters(table_, layout_, format_)) remark(data, message);
        rank_categories();
        data.x = std::move(table_.x);
        data.lines = std::move(table_.lines);
        for (Index field = 0; format_.named() && field < format_.fields; ++field)
            if (table_.feature[at(field)] >= 0) data.feature_names.push_back(format_.names[at(field)]);
        if (layout_.label) take_label(data);
        if (layout_.name) take_names(data);
    }

  private:
    void remark(Dataset& data, const Message& message) { add_remark(data, file_ + ": " + message, context_); }

    void take_label(Dataset& data) {
        data.label_column = layout_.label;
        data.labels = labels_from_ids(table_.texts_of(*layout_.label), table_.label_ids);
        if (format_.named()) data.label_name = format_.names[at(*layout_.label)];
        if (layout_.label_guessed)
            remark(data, "the label is column " + std::to_string(*layout_.label) + " (counted from 0, " +
                             std::to_string(data.labels.classes()) + " classes): it holds text");
    }

    void take_names(Dataset& data) {
        data.sample_names = std::move(table_.names);
        const auto column = at(*layout_.name);
        if (format_.named()) data.sample_column = format_.names[column];
        if (!layout_.name_guessed) return;
        const bool named = !data.sample_column.empty();
        remark(data,
               "the samples are named by column " +
                   (named ? "'" + data.sample_column + "'" : std::to_string(column) + " (counted from 0)") +
                   ", which is not a feature");
    }

    // From numbers in order of appearance to ranks among the sorted texts.
    void rank_categories() {
        for (Index field = 0; field < format_.fields; ++field) {
            if (layout_.use[at(field)] != FieldUse::text) continue;
            const std::vector<std::string>& texts = table_.texts_of(field);
            const std::vector<TextTally>& tallies = table_.tallies_of(field);
            std::vector<std::size_t> order(texts.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
            std::vector<double> rank(texts.size());
            std::vector<Index>& counts = reading_.category_counts.emplace_back();
            Interner& sorted = reading_.texts[field];
            for (std::size_t r = 0; r < order.size(); ++r) {
                rank[order[r]] = static_cast<double>(r);
                sorted.add(texts[order[r]]);
                counts.push_back(tallies[order[r]].count);
            }
            const Index column = table_.feature[at(field)];
            constexpr Index rows_per_chunk = 4096;
            parallel_chunks(context_, table_.x.rows(), rows_per_chunk, [&](const Chunk& chunk) {
                for (Index i = chunk.begin; i < chunk.end; ++i) {
                    double& cell = table_.x(i, column);
                    if (!std::isnan(cell)) cell = rank[static_cast<std::size_t>(cell)];
                }
            });
            reading_.data.categories.push_back({column, sorted.values(), field});
        }
    }

    const std::string& file_;
    TextReading& reading_;
    const TextFormat& format_;
    const TableLayout& layout_;
    RawTable table_;
    const Context& context_;
};

}  // namespace

Dataset load_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                  const Context& context, std::size_t block_bytes) {
    const auto keep = []() -> const RowSink* { return nullptr; };
    return read_text(source, file, options, context, block_bytes, keep).data;
}

TextReading read_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                      const Context& context, std::size_t block_bytes, FunctionRef<const RowSink*()> start) {
    TextReading reading;
    reading.settings = text_settings(options);
    const TextSettings& settings = reading.settings;
    TextFormat& format = reading.format;
    format = detect_format(source, file, settings);
    bool latin = make_all_utf8(format.names, settings.encoding, file + ": the name of a column");
    LoadOptions current = options;
    for (;;) {
        reading.layout = make_layout(format, current, file);
        const TableLayout& layout = reading.layout;
        RawTable table =
            read_table(source, file, format, layout, settings.missing, context, block_bytes, start());
        if (!layout_holds(table, layout, format, current)) {
            source.rewind();
            continue;
        }
        reading.rows = table.rows;
        reading.features = static_cast<Index>(table.missing.size());
        Dataset& data = reading.data;
        if (options.transpose)
            data = transposed_table(std::move(table), layout, format, options, file);
        else
            TextTable(file, reading, std::move(table), context).read_off();
        latin = make_cells_utf8(data, settings.encoding, file) || latin;
        if (latin) add_remark(data, file + ": texts that are not valid UTF-8 are read as Latin-1", context);
        for (const Message& remark : format.remarks) add_remark(data, file + ": " + remark, context);
        return reading;
    }
}

}  // namespace tamis::detail
