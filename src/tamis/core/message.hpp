// Messages that name options without fixing how they are spelled. The library does not know whether
// its caller typed `--scale standard`, passed `scale="standard"` or filled a struct, so a message keeps the
// options it mentions as data, and the command line and Python each write them in their own way.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tamis {

// An option that a message mentions, with a value if one is suggested.
struct OptionMention {
    enum class Owner {
        request,  // of the whole run: k, dim, scale, label, …
        graph,    // of the neighbor graph
        method,   // of the method
    };
    Owner owner = Owner::request;
    std::string name;   // as in the library
    std::string value;  // "" = none
};

class Message {
  public:
    using Spelling = std::function<std::string(const OptionMention&)>;

    Message() = default;
    Message(std::string text);      // implicit: most messages mention no option
    Message(const char* text);      // implicit
    Message(OptionMention option);  // implicit

    bool empty() const { return parts_.empty(); }
    // The text with every option written by `spell`.
    std::string text(const Spelling& spell) const;
    // The text for C++ callers: options are written `name` or `name=value`.
    std::string text() const;
    operator std::string() const { return text(); }  // implicit: for callers who collect plain texts

    Message& operator+=(const Message& more);  // at the end
    friend Message operator+(Message left, const Message& right) {
        left += right;
        return left;
    }

  private:
    std::vector<std::variant<std::string, OptionMention>> parts_;
};

namespace detail {

// Mentions, to be joined to texts with +.
inline Message option(std::string name, std::string value = {}) {
    return OptionMention{OptionMention::Owner::request, std::move(name), std::move(value)};
}
inline Message graph_option(std::string name, std::string value = {}) {
    return OptionMention{OptionMention::Owner::graph, std::move(name), std::move(value)};
}
inline Message method_option(std::string name, std::string value = {}) {
    return OptionMention{OptionMention::Owner::method, std::move(name), std::move(value)};
}

}  // namespace detail

}  // namespace tamis
