// Fills a dictionary with the entries that tamis/saved/run_document.hpp describes.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace tamis::python {

// Lists of numbers become arrays, records dictionaries; what is not there is None.
class DictWriter {
  public:
    explicit DictWriter(pybind11::dict& dict) : dict_(dict) {}

    template <class Field>
    void operator()(const char* name, const Field& field) {
        dict_[name] = object_of(field);
    }

    template <class List>
    void or_null(const char* name, const List& list) {
        dict_[name] = list.empty() ? pybind11::object(pybind11::none()) : object_of(list);
    }

    void number_if(const char* name, double number, bool known) {
        dict_[name] = known ? object_of(number) : pybind11::object(pybind11::none());
    }

    template <class Make>
    void computed(const char* name, const Make& make) {
        dict_[name] = object_of(make());
    }

    template <class Field>
    void unless(const char* name, const Field& field, const Field& usual) {
        if (field != usual) dict_[name] = object_of(field);
    }

    // A graph of the user's own has no options.
    void option(const char* name, const Record& record) { option(name, record, name); }
    void option(const char* name, const Record& record, const char* entry) {
        if (const Value* value = find(record, name)) dict_[entry] = to_python(*value);
    }

    template <class Describe>
    void object(const char* name, const Describe& describe) {
        pybind11::dict inside;
        DictWriter inner(inside);
        describe(inner);
        dict_[name] = inside;
    }

    template <class Describe>
    void object_if(const char* name, bool there, const Describe& describe) {
        if (there) object(name, describe);
    }

    template <class Field, class Describe>
    void optional(const char* name, const std::optional<Field>& field, const Describe& describe) {
        dict_[name] = pybind11::none();
        if (field) object(name, [&](DictWriter& inner) { describe(inner, *field); });
    }

    template <class Describe>
    void record(const char* name, const Record& record, const Describe& describe) {
        pybind11::dict inside = to_python(record);
        DictWriter inner(inside);
        describe(inner);
        dict_[name] = inside;
    }

    template <class Element, class Describe>
    void steps(const char* name, const std::vector<Element>& list, const Describe& describe) {
        dict_[name] = pybind11::none();
        if (list.empty()) return;
        pybind11::list objects;
        for (const Element& element : list) {
            pybind11::dict inside;
            DictWriter inner(inside);
            describe(inner, element);
            objects.append(inside);
        }
        dict_[name] = objects;
    }

  private:
    template <class Field>
    static pybind11::object object_of(const Field& field) {
        if constexpr (std::is_same_v<Field, Record>)
            return to_python(field);
        else if constexpr (std::is_same_v<Field, std::vector<double>> ||
                           std::is_same_v<Field, std::vector<Index>>)
            return to_array(field);
        else if constexpr (std::is_enum_v<Field>)
            return pybind11::str(to_text(field));
        else
            return pybind11::cast(field);
    }

    // Names; None where there is none.
    template <class Enum>
    requires std::is_enum_v<Enum>
    static pybind11::object object_of(const std::vector<Enum>& values) {
        pybind11::list names;
        for (const Enum value : values)
            names.append(to_text(value).empty() ? pybind11::object(pybind11::none())
                                                : pybind11::object(pybind11::str(to_text(value))));
        return names;
    }

    template <class Field>
    static pybind11::object object_of(const std::optional<Field>& field) {
        return field ? object_of(*field) : pybind11::object(pybind11::none());
    }

    pybind11::dict& dict_;
};

}  // namespace tamis::python
