// Writes and reads the entries that run_document.hpp describes. Private to this folder: it is not installed.
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/trust/trust.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tamis/saved/json_values.hpp"

namespace tamis::detail::json {

template <class Field>
Json to_entry(const Field& field) {
    if constexpr (std::is_same_v<Field, double>)
        return number(field);
    else if constexpr (std::is_same_v<Field, Record> || std::is_same_v<Field, Settings>)
        return to_object(field);
    else if constexpr (std::is_enum_v<Field> || std::is_same_v<Field, Dimension>)
        return to_text(field);
    else
        return field;
}

inline Json to_entry(const std::vector<double>& numbers) { return list(numbers); }

inline Json to_entry(const std::vector<std::vector<double>>& rows) {
    Json array = Json::array();
    for (const std::vector<double>& row : rows) array.push_back(list(row));
    return array;
}

// Names; null where there is none.
template <class Enum>
requires std::is_enum_v<Enum> Json to_entry(const std::vector<Enum>& values) {
    Json names = Json::array();
    for (const Enum value : values)
        names.push_back(to_text(value).empty() ? Json(nullptr) : Json(to_text(value)));
    return names;
}

template <class Field>
Json to_entry(const std::optional<Field>& field) {
    return field ? to_entry(*field) : Json(nullptr);
}

class Writer {
  public:
    explicit Writer(Json& object) : object_(object) { object_ = Json::object(); }

    template <class Field>
    void operator()(const char* name, const Field& field) {
        object_[name] = to_entry(field);
    }

    template <class List>
    void or_null(const char* name, const List& list) {
        object_[name] = list.empty() ? Json(nullptr) : to_entry(list);
    }

    void number_if(const char* name, double value, bool known) {
        object_[name] = known ? number(value) : Json(nullptr);
    }

    void sum(const char* name, double value, double more) { object_[name] = number(more + value); }

    void fixed(const char* name, const char* text) { object_[name] = text; }

    template <class Make>
    void computed(const char* name, const Make& make) {
        object_[name] = to_entry(make());
    }

    template <class Field>
    void unless(const char* name, const Field& field, const Field& usual) {
        if (field != usual) object_[name] = to_entry(field);
    }

    void option(const char* name, const Record& record) { option(name, record, name); }
    void option(const char* name, const Record& record, const char* entry) {
        const Value* value = find(record, name);
        object_[entry] = value == nullptr ? Json(nullptr) : to_object(*value);
    }

    template <class Describe>
    void object(const char* name, const Describe& describe) {
        Writer inner(object_[name]);
        describe(inner);
    }

    template <class Describe>
    void object_if(const char* name, bool there, const Describe& describe) {
        if (there) object(name, describe);
    }

    template <class Field, class Describe>
    void optional(const char* name, const std::optional<Field>& field, const Describe& describe) {
        object_[name] = nullptr;
        if (field) object(name, [&](Writer& inner) { describe(inner, *field); });
    }

    template <class Describe>
    void record(const char* name, const Record& record, const Describe& describe) {
        object(name, [&](Writer& inner) {
            inner.object_ = to_object(record);
            describe(inner);
        });
    }

    template <class Element, class Describe>
    void steps(const char* name, const std::vector<Element>& list, const Describe& describe) {
        if (list.empty()) return;
        Json& array = object_[name] = Json::array();
        for (const Element& element : list) {
            Writer inner(array.emplace_back());
            describe(inner, element);
        }
    }

  private:
    Json& object_;
};

// An entry that is absent, or null and no number, leaves the field as it is; of the wrong kind, it throws
// Json::exception.
class Reader {
  public:
    explicit Reader(const Json& object) : object_(object) {}

    template <class Field>
    void operator()(const char* name, Field& field) {
        if (const Json* entry = find_entry(name)) take(*entry, field);
    }

    template <class List>
    void or_null(const char* name, List& list) {
        (*this)(name, list);
    }

    // A number that was not finite is null.
    void operator()(const char* name, double& field) {
        if (const Json* entry = find_entry(name))
            take(*entry, field);
        else if (object_.contains(name))
            field = std::numeric_limits<double>::quiet_NaN();
    }

    void number_if(const char* name, double& value, bool) {
        if (const Json* entry = find_entry(name)) take(*entry, value);
    }

    void sum(const char* name, double& value, double more) {
        (*this)(name, value);
        value -= more;
    }

    void fixed(const char* name, const char*) { taken_.insert(name); }

    template <class Make>
    void computed(const char* name, const Make&) {
        taken_.insert(name);
    }

    template <class Field>
    void unless(const char* name, Field& field, const Field&) {
        (*this)(name, field);
    }

    void option(const char* name, Record& record) { option(name, record, name); }
    void option(const char* name, Record& record, const char* entry) {
        if (const Json* value = find_entry(entry)) record.emplace_back(name, value_of(*value));
    }

    template <class Describe>
    void object(const char* name, const Describe& describe) {
        const Json* entry = find_entry(name);
        if (entry == nullptr) return;
        Reader inner(*entry);
        describe(inner);
    }

    template <class Describe>
    void object_if(const char* name, bool, const Describe& describe) {
        object(name, describe);
    }

    template <class Field, class Describe>
    void optional(const char* name, std::optional<Field>& field, const Describe& describe) {
        object(name, [&](Reader& inner) { describe(inner, field.emplace()); });
    }

    template <class Describe>
    void record(const char* name, Record& record, const Describe& describe) {
        object(name, [&](Reader& inner) {
            describe(inner);
            for (const auto& [entry, value] : inner.object_.items())
                if (!inner.taken_.contains(entry)) record.emplace_back(entry, value_of(value));
        });
    }

    template <class Element, class Describe>
    void steps(const char* name, std::vector<Element>& list, const Describe& describe) {
        const Json* entry = find_entry(name);
        if (entry == nullptr) return;
        for (const Json& object : *entry) {
            Reader inner(object);
            describe(inner, list.emplace_back());
        }
    }

  private:
    const Json* find_entry(const char* name) {
        taken_.insert(name);
        const auto found = object_.is_object() ? object_.find(name) : object_.end();
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }

    template <class Field>
    static void take(const Json& entry, Field& field) {
        if constexpr (std::is_same_v<Field, Record>)
            field = record_of(entry);
        else if constexpr (std::is_same_v<Field, Settings>)
            field = settings_of(entry);
        else if constexpr (std::is_same_v<Field, std::vector<double>>)
            field = numbers_of(entry);
        else if constexpr (std::is_same_v<Field, Stop>)
            take_name(entry, field,
                      {Stop::converged, Stop::iteration_limit, Stop::cancelled, Stop::exhausted});
        else if constexpr (std::is_same_v<Field, Direction>)
            take_name(entry, field, {Direction::larger, Direction::smaller});
        else if constexpr (std::is_same_v<Field, GraphFeatures>)
            take_name(entry, field, {GraphFeatures::candidates, GraphFeatures::all});
        else if constexpr (std::is_same_v<Field, PixelOrder>)
            take_name(entry, field, {PixelOrder::rows, PixelOrder::columns});
        else if constexpr (std::is_same_v<Field, Scaling>)
            field = parse_scaling(entry.get<std::string>());
        else if constexpr (std::is_same_v<Field, Dimension>)
            field = Dimension::parse(entry.get<std::string>());
        else
            entry.get_to(field);
    }

    static void take(const Json& entry, std::vector<std::vector<double>>& field) {
        for (const Json& row : entry) field.push_back(numbers_of(row));
    }

    static void take(const Json& entry, std::vector<PMethod>& field) {
        take_names(entry, field, {PMethod::f, PMethod::pearson3, PMethod::normal, PMethod::permutation});
    }

    static void take(const Json& entry, std::vector<PFlag>& field) {
        take_names(entry, field, {PFlag::none, PFlag::approximate, PFlag::conservative});
    }

    template <class Enum>
    static void take_names(const Json& entry, std::vector<Enum>& field, std::initializer_list<Enum> all) {
        for (const Json& name : entry) take_name(name.is_null() ? Json("") : name, field.emplace_back(), all);
    }

    template <class Field>
    static void take(const Json& entry, std::optional<Field>& field) {
        take(entry, field.emplace());
    }

    template <class Enum>
    static void take_name(const Json& entry, Enum& field, std::initializer_list<Enum> all) {
        const auto name = entry.get<std::string>();
        for (const Enum one : all)
            if (name == to_text(one)) return void(field = one);
        throw Error("unknown name '" + name + "'");
    }

    const Json& object_;
    std::set<std::string> taken_;  // names that were asked for
};

}  // namespace tamis::detail::json
