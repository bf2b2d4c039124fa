#include "tamis/report/html/container.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "tamis/core/error.hpp"
#include "tamis/saved/json_values.hpp"

namespace tamis::detail::html {

namespace {

using json::Json;

template <class Number>
void append_number(std::string& bytes, Number value) {
    char raw[sizeof(Number)];
    std::memcpy(raw, &value, sizeof(Number));
    if constexpr (std::endian::native == std::endian::big) std::reverse(raw, raw + sizeof(Number));
    bytes.append(raw, sizeof(Number));
}

// Numbers that the type cannot hold become its ends, and no number becomes 0.
template <class Number>
Number cast(double value) {
    if constexpr (std::is_integral_v<Number>) {
        constexpr auto low = static_cast<double>(std::numeric_limits<Number>::min()),
                       high = static_cast<double>(std::numeric_limits<Number>::max());
        return std::isnan(value) ? Number{0} : static_cast<Number>(std::clamp(value, low, high));
    } else if constexpr (std::is_same_v<Number, float>) {
        constexpr auto most = static_cast<double>(std::numeric_limits<float>::max());
        return static_cast<float>(std::isnan(value) ? value : std::clamp(value, -most, most));
    } else {
        return value;
    }
}

class Columns {
  public:
    explicit Columns(bool exact) : exact_(exact) {}

    bool exact() const { return exact_; }
    void score(const char* name, const std::vector<double>& values) {
        exact_ ? add<double>(name, "f64", values) : add<float>(name, "f32", values);
    }
    // Any other number of a feature.
    void number(const char* name, const std::vector<double>& values) {
        add<double>(name, "f64", exact_ ? values : three_digits(values));
    }
    // For the eye: whole multiples of a power of two, at least 8,192 of them from end to end, which pack
    // well.
    void drawn(const std::string& name, std::vector<double> values) {
        double largest = 0.0;
        for (const double value : values)
            if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
        const double step = std::ldexp(1.0, largest > 0.0 ? std::ilogb(largest) - 12 : 0);
        for (double& value : values) value = step * std::round(value / step);
        add<float>(name, "f32", values);
    }
    // Places far down the list need no more digits than numbers.
    void place(const char* name, const std::vector<double>& values) {
        add<std::int32_t>(name, "i32", exact_ ? values : three_digits(values));
    }
    void i32(const char* name, const std::vector<double>& values) { add<std::int32_t>(name, "i32", values); }
    void u8(const char* name, const std::vector<double>& values) { add<std::uint8_t>(name, "u8", values); }

    Json described = Json::array();
    std::string bytes;

  private:
    // 11 bits: the zeros behind them take little room when they are packed, and a p-value of 1e-90 is none in
    // single precision.
    static std::vector<double> three_digits(std::vector<double> values) {
        for (double& value : values) {
            int power = 0;
            const double part = std::frexp(value, &power);
            if (std::isfinite(value)) value = std::ldexp(std::round(std::ldexp(part, 11)), power - 11);
        }
        return values;
    }

    template <class Number>
    void add(const std::string& name, const char* type, const std::vector<double>& values) {
        described.push_back(
            {{"name", name}, {"type", type}, {"offset", bytes.size()}, {"length", values.size()}});
        bytes.reserve(bytes.size() + sizeof(Number) * values.size() + 8);
        for (const double value : values) append_number(bytes, cast<Number>(value));
        bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
    }

    bool exact_;
};

constexpr std::size_t most_reasons = 255;  // they are counted in a byte

// The one reason that names another feature is the same for all: scripts fill in the two values.
std::string general(const std::string& reason) {
    return reason.starts_with("nearly a copy of ") ? "nearly a copy of {nearest} (r = {r})" : reason;
}

// What the explanations say, as columns; the reasons go to the header.
void add_explanations(const Result& result, Columns& columns, Json& header) {
    const std::vector<Node> all = result.root["explanations"].items();
    if (all.empty()) return;
    std::vector<double> rank, margin, r2, r2_adjusted, nearest, r, reason;
    std::vector<std::string> reasons;
    for (const Node& one : all) {
        rank.push_back(static_cast<double>(one["rank"].index()));
        margin.push_back(one["margin"].number());
        r2.push_back(one["r2"].number());
        r2_adjusted.push_back(one["r2_adjusted"].number());
        nearest.push_back(one["nearest"] ? static_cast<double>(one["nearest"].index()) : -1.0);
        r.push_back(one["r"].number());
        const std::string text = general(one["reason"].text());
        auto found = std::find(reasons.begin(), reasons.end(), text);
        if (found == reasons.end() && reasons.size() == most_reasons)
            throw WrongEntry{"'explanations' has more than 255 different reasons"};
        if (found == reasons.end()) found = reasons.insert(found, text);
        reason.push_back(static_cast<double>(found - reasons.begin()));
    }
    columns.i32("rank", rank);
    if (columns.exact()) columns.number("margin", margin);
    columns.number("r2", r2);
    if (columns.exact()) columns.number("r2_adjusted", r2_adjusted);
    columns.i32("nearest", nearest);
    columns.number("r", r);
    columns.u8("reason", reason);
    header["reasons"] = reasons;
}

// Without explanations: by score.
void add_ranks(const Result& result, Columns& columns) {
    std::vector<double> rank(at(result.features), 0.0);
    const std::vector<Index> order = result.by_score();
    for (std::size_t i = 0; i < order.size(); ++i)
        if (!result.scores.empty() && !std::isnan(result.scores[at(order[i])]))
            rank[at(order[i])] = static_cast<double>(i + 1);
    columns.i32("rank", rank);
}

void add_trust(const Result& result, Columns& columns) {
    const auto add = [&](const char* column, const char* entry) {
        const std::vector<double> values = per_feature(result, result.root[entry], entry);
        if (!values.empty()) columns.number(column, values);
    };
    if (columns.exact() || !result.root["qvalues"]) add("p", "pvalues");
    add("q", "qvalues");
    add("familywise", "pvalues_familywise");
    add("probability", "selection_probability");
    std::vector<double> low, high;
    for (const Node& interval : result.root["rank_interval"].items()) {
        const std::vector<double> ends = interval.numbers();
        if (ends.size() != 2) throw WrongEntry{"'rank_interval' is not a list of pairs"};
        low.push_back(ends[0]);
        high.push_back(ends[1]);
    }
    if (low.empty()) return;
    columns.place("rank_low", low);
    columns.place("rank_high", high);
}

void add_histograms(const Result& result, Json& header) {
    const Node histograms = result.exhibits["histograms"];
    if (!histograms) return;
    Json all = Json::array();
    for (const Node& one : histograms.items()) {
        Json counts = Json::array();
        for (const Node& list : one["counts"].items()) {
            Json numbers = Json::array();
            for (const Node& count : list.items()) numbers.push_back(count.index());
            counts.push_back(std::move(numbers));
        }
        const Index feature = one["feature"].index();
        if (feature < 0 || feature >= result.features)
            throw WrongEntry{"'histograms' names a feature that is not there"};
        all.push_back({{"feature", feature},
                       {"low", one["low"].number()},
                       {"high", one["high"].number()},
                       {"counts", std::move(counts)}});
    }
    header["histograms"] = std::move(all);
    if (const Node classes = result.exhibits["histogram_classes"])
        header["histogram_classes"] = classes.texts();
}

void add_correlations(const Result& result, Columns& columns, Json& header) {
    const Node correlations = result.exhibits["correlations"];
    if (!correlations) return;
    std::vector<double> r;
    for (const Node& row : correlations["r"].items())
        for (const double value : row.numbers()) r.push_back(value);
    header["correlations"] = {{"features", correlations["features"].indices()}};
    columns.drawn("correlation", r);
}

void add_map(const Result& result, Columns& columns, Json& header) {
    const Node map = result.exhibits["map"];
    if (!map) return;
    Json planes = Json::array();
    for (const char* name : {"pca", "flda", "projected"}) {
        const Node plane = map[name];
        if (!plane) continue;
        const std::string prefix = std::string("map_") + name;
        columns.drawn(prefix + "_x", plane["x"].numbers());
        columns.drawn(prefix + "_y", plane["y"].numbers());
        Json described = {{"name", name}, {"axes", plane["axes"].texts()}};
        if (plane["explained"]) described["explained"] = plane["explained"].numbers();
        planes.push_back(std::move(described));
    }
    if (map["class"]) columns.i32("map_class", map["class"].numbers());
    columns.i32("map_sample", map["samples"].numbers());
    header["map"] = {
        {"samples", map["samples"].size()}, {"features", map["features"].index()}, {"planes", planes}};
    if (map["note"]) header["map"]["note"] = map["note"].text();
}

bool are_scores_up_to_sign(const Result& result) {
    if (result.scores.empty()) return false;
    for (std::size_t j = 0; j < result.scores.size(); ++j)
        if (std::abs(result.scores[j]) != std::abs(result.raw_scores[j]) &&
            !(std::isnan(result.scores[j]) && std::isnan(result.raw_scores[j])))
            return false;
    return true;
}

void add_selection(const Result& result, Columns& columns, Json& header) {
    header["selected"] = result.selected;
    header["score_name"] = result.title;
    if (result.smaller_is_better && !result.raw_scores.empty()) header["smaller_is_better"] = true;
    if (!result.scores.empty()) columns.score("score", result.scores);
    if (!result.raw_scores.empty() && (columns.exact() || !are_scores_up_to_sign(result)))
        columns.score("raw_score", result.raw_scores);
    result.root["explanations"] ? add_explanations(result, columns, header) : add_ranks(result, columns);
    add_trust(result, columns);
}

std::string gzip(const std::string& bytes) {
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    constexpr int level = 5;  // 6 takes twice the time on columns of numbers and saves 2 %
    if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error("cannot compress the data of the report: not enough memory");
    // The length in the interface is 32 bits wide.
    if (bytes.size() > std::numeric_limits<uInt>::max()) {
        deflateEnd(&stream);
        throw Error("the data of the report are larger than 4 GB");
    }
    std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    std::string input = bytes;  // the interface takes no constant
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int ended = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (ended != Z_STREAM_END) throw Error("cannot compress the data of the report");
    return packed;
}

std::string base64(const std::string& bytes) {
    static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const unsigned bits = (byte(i) << 16U) | (byte(i + 1) << 8U) | byte(i + 2);
        text += letters[(bits >> 18U) & 63U];
        text += letters[(bits >> 12U) & 63U];
        text += i + 1 < bytes.size() ? letters[(bits >> 6U) & 63U] : '=';
        text += i + 2 < bytes.size() ? letters[bits & 63U] : '=';
    }
    return text;
}

}  // namespace

std::string container_bytes(const Result& result) {
    Columns columns(result.features <= most_exact_features);
    Json header = {{"kind", to_text(result.kind)},
                   {"method", result.method},
                   {"features", result.features},
                   {"samples", result.samples}};
    header["class_names"] = result.class_names.empty() ? Json(nullptr) : Json(result.class_names);
    header["names"] = result.names.empty() ? Json(nullptr) : Json(result.names);
    if (result.kind == ResultKind::selection) add_selection(result, columns, header);
    if (result.exhibits) {
        add_histograms(result, header);
        add_correlations(result, columns, header);
        add_map(result, columns, header);
        if (const Node image = result.exhibits["image"])
            header["image"] = {{"height", image["height"].index()},
                               {"width", image["width"].index()},
                               {"order", image["order"].text()}};
    }
    header["columns"] = columns.described;
    const std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string bytes = "TAMISCOL";
    append_number(bytes, std::uint32_t{1});
    append_number(bytes, static_cast<std::uint32_t>(text.size()));
    bytes += text;
    bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
    return bytes + columns.bytes;
}

std::string container(const Result& result) { return base64(gzip(container_bytes(result))); }

}  // namespace tamis::detail::html
