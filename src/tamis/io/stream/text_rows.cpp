// Delimited text, parsed anew in every pass. The first pass finds out what the columns are, as `load` does.
#include <algorithm>

#include "tamis/io/byte_source.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/stream/formats.hpp"
#include "tamis/io/text/load_text.hpp"

namespace tamis::detail {

namespace {

class TextRows final : public RowSource {
  public:
    TextRows(std::string path, TextReading reading) : path_(std::move(path)), reading_(std::move(reading)) {
        // Labels and names are known by now.
        for (FieldUse& use : reading_.layout.use)
            if (use == FieldUse::label || use == FieldUse::name) use = FieldUse::skip;
    }

    Index rows() const override { return reading_.rows; }
    Index cols() const override { return reading_.features; }
    bool sparse() const override { return false; }

    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        const RowSink sink = visit;
        const std::unique_ptr<ByteSource> source = open_file(path_, no_limit);
        read_table(*source, path_, reading_.format, reading_.layout, reading_.settings.missing, context,
                   text_block_bytes, &sink, &reading_.texts);
    }

  private:
    std::string path_;
    TextReading reading_;
};

}  // namespace

std::optional<HeldSize> held_text(const std::string& path, const LoadOptions& options) {
    constexpr std::size_t sampled_bytes = std::size_t{1} << 20U;
    const std::unique_ptr<ByteSource> source = open_file(path);
    std::string sample(sampled_bytes, '\0');
    sample.resize(source->read(sample.data(), sample.size()));
    const double part = source->done();
    source->rewind();
    const TextFormat format = detect_format(*source, path, text_settings(options));
    const auto lines = static_cast<double>(std::count(sample.begin(), sample.end(), '\n'));
    const auto rows = static_cast<Index>(std::max(1.0, lines / std::max(part, 1e-9)));
    const Index cells = rows * format.fields;
    return HeldSize{.bytes = static_cast<std::uint64_t>(cells) * sizeof(double),
                    .rows = rows,
                    .cols = format.fields,
                    .stored = cells,
                    .estimated = true};
}

StreamedData open_text(const std::string& path, const LoadOptions& options, const FirstLook& look,
                       const Context& context) {
    const std::unique_ptr<ByteSource> source = open_file(path, no_limit);
    const RowSink sink = look.add;
    const auto start = [&]() -> const RowSink* {
        look.start();
        return &sink;
    };
    TextReading reading = read_text(*source, path, options, context, text_block_bytes, start);
    StreamedData data;
    data.about = std::move(reading.data);
    data.about.x = shape_only(reading.rows, reading.features);
    data.category_counts = std::move(reading.category_counts);
    data.rows = std::make_unique<TextRows>(path, std::move(reading));
    return data;
}

}  // namespace tamis::detail
