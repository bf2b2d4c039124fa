// Options described once, as data: name, help, range, default. Validation, the command line, Python and the
// documentation all read the same description.
//
//     struct ReliefOptions {
//         Index neighbors = 10;
//         bool priors = true;
//         static Fields<ReliefOptions> fields() {
//             return Fields<ReliefOptions>()
//                 .integer("neighbors", &ReliefOptions::neighbors, at_least(1), "hits and misses per sample")
//                 .boolean("priors", &ReliefOptions::priors, "weigh the misses by class size");
//         }
//     };
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tamis/core/message.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis {

enum class FieldKind { integer, real, boolean, choice };

std::string to_text(FieldKind kind);

// An interval of allowed numbers.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_open = false;  // true: `low` itself is not allowed

    bool contains(double value) const { return (low_open ? value > low : value >= low) && value <= high; }
    std::string text() const;  // ">= 1", "> 0", "0 to 1"; "" for any number
};

namespace detail {

inline Range at_least(double low) { return {.low = low}; }
inline Range above(double low) { return {.low = low, .low_open = true}; }
inline Range between(double low, double high) { return {.low = low, .high = high}; }

}  // namespace detail

// The description of one option without its type: what help texts and documentation need.
struct FieldInfo {
    std::string name;
    std::string help;
    FieldKind kind = FieldKind::real;
    Range range = {};
    std::vector<std::string> choices = {};  // for FieldKind::choice
    std::string keyword = {};  // the word that stands for "no number": "auto", "all", "cv"; "" = none
    Value fallback = {};       // the default
    OptionMention::Owner owner = OptionMention::Owner::method;  // how messages spell the name
};

// Options as a user typed them, name and text, in order.
using Settings = std::vector<std::pair<std::string, std::string>>;

namespace detail {

// The same as values, for Fields::assign.
Record as_values(const Settings& settings);

// Reads and checks one text for a field; the error names the option and what it takes.
Value parse_field(const FieldInfo& field, std::string_view text);
// The same for a value of any kind: numbers and truth values are taken as they are, a text is read as
// parse_field reads it, null stands for the field's keyword. Throws UsageError if the field takes no such
// value.
Value field_value(const FieldInfo& field, const Value& value);
// Throws UsageError when `value` is outside what the field takes.
void check_field(const FieldInfo& field, const Value& value);
[[noreturn]] void throw_unknown_field(std::string_view name, const std::vector<std::string>& known);

}  // namespace detail

template <class Options>
class Fields {
  public:
    Fields() = default;
    explicit Fields(OptionMention::Owner owner) : owner_(owner) {}  // how messages spell the names

    Fields& integer(std::string name, Index Options::*member, Range range, std::string help) {  // adds one
        return add(
            {.name = std::move(name), .help = std::move(help), .kind = FieldKind::integer, .range = range},
            [member](Options& options, const Value& value) { options.*member = std::get<Index>(value); },
            [member](const Options& options) -> Value { return options.*member; });
    }

    Fields& real(std::string name, double Options::*member, Range range, std::string help) {  // adds one
        return add(
            {.name = std::move(name), .help = std::move(help), .kind = FieldKind::real, .range = range},
            [member](Options& options, const Value& value) { options.*member = std::get<double>(value); },
            [member](const Options& options) -> Value { return options.*member; });
    }

    // An integer or real that may be left open; `keyword` is the word for that ("auto", "all").
    template <class Number>
    Fields& optional(std::string name, std::optional<Number> Options::*member, Range range,
                     std::string keyword, std::string help) {
        constexpr FieldKind kind = std::is_same_v<Number, Index> ? FieldKind::integer : FieldKind::real;
        return add(
            {.name = std::move(name),
             .help = std::move(help),
             .kind = kind,
             .range = range,
             .keyword = keyword},
            [member](Options& options, const Value& value) {
                if (std::holds_alternative<std::string>(value))
                    options.*member = std::nullopt;
                else
                    options.*member = std::get<Number>(value);
            },
            [member, keyword](const Options& options) -> Value {
                if (options.*member) return *(options.*member);
                return keyword;
            });
    }

    Fields& boolean(std::string name, bool Options::*member, std::string help) {  // adds one
        return add(
            {.name = std::move(name), .help = std::move(help), .kind = FieldKind::boolean},
            [member](Options& options, const Value& value) { options.*member = std::get<bool>(value); },
            [member](const Options& options) -> Value { return options.*member; });
    }

    template <class Enum>
    Fields& choice(std::string name, Enum Options::*member, std::vector<std::pair<std::string, Enum>> values,
                   std::string help) {  // adds one; its values have words
        FieldInfo info{.name = std::move(name), .help = std::move(help), .kind = FieldKind::choice};
        for (const auto& [text, value] : values) info.choices.push_back(text);
        return add(
            std::move(info),
            [member, values](Options& options, const Value& value) {
                for (const auto& [text, entry] : values)
                    if (text == std::get<std::string>(value)) options.*member = entry;
            },
            [member, values](const Options& options) -> Value {
                for (const auto& [text, entry] : values)
                    if (entry == options.*member) return text;
                return nullptr;
            });
    }

    // The descriptions, with the defaults of a fresh `Options`.
    std::vector<FieldInfo> describe() const {
        std::vector<FieldInfo> infos;
        for (const Entry& entry : entries_) {
            infos.push_back(entry.info);
            infos.back().fallback = entry.get(Options{});
        }
        return infos;
    }

    // Takes the user's values over into `options`; an unknown name or a wrong value throws UsageError.
    void assign(Options& options, const Record& values) const {
        for (const auto& [name, value] : values) {
            const Entry& entry = find(name);
            entry.set(options, detail::field_value(entry.info, value));
        }
    }

    // For callers from C++ who filled the struct themselves.
    void check(const Options& options) const {
        for (const Entry& entry : entries_) detail::check_field(entry.info, entry.get(options));
    }

    Record values(const Options& options) const {  // every option with its value
        Record record;
        for (const Entry& entry : entries_) record.emplace_back(entry.info.name, entry.get(options));
        return record;
    }

  private:
    using Set = std::function<void(Options&, const Value&)>;
    using Get = std::function<Value(const Options&)>;
    struct Entry {
        FieldInfo info;
        Set set;
        Get get;
    };

    Fields& add(FieldInfo info, Set set, Get get) {
        info.owner = owner_;
        entries_.push_back({std::move(info), std::move(set), std::move(get)});
        return *this;
    }

    const Entry& find(const std::string& name) const {
        std::vector<std::string> known;
        for (const Entry& entry : entries_) {
            if (entry.info.name == name) return entry;
            known.push_back(entry.info.name);
        }
        detail::throw_unknown_field(name, known);
    }

    OptionMention::Owner owner_ = OptionMention::Owner::method;
    std::vector<Entry> entries_;
};

}  // namespace tamis
