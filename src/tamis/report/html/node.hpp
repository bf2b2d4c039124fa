// A JSON document to read from: what is absent reads as nothing, what is of the wrong kind is an error.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail::html {

// An entry of a document is not what its place needs.
struct WrongEntry {
    std::string what;
};

// A value inside a document. It points into the document, which must live longer. An entry that is absent and
// one that is null are the same.
class Node {
  public:
    Node() = default;
    // `json` is a value of the JSON library, `name` its place for messages.
    Node(const void* json, std::string_view name) : json_(json), name_(name) {}

    explicit operator bool() const { return json_ != nullptr; }
    bool is_text() const;
    bool is_number() const;
    bool is_truth() const;
    bool is_list() const;
    bool is_object() const;

    Node operator[](std::string_view key) const;                // of an object
    std::size_t size() const;                                   // of a list or an object; 0 if absent
    std::vector<Node> items() const;                            // of a list
    std::vector<std::pair<std::string, Node>> entries() const;  // of an object, in the order of the text

    // These throw WrongEntry if the value is there and is something else.
    double number() const;     // NaN if absent
    Index index() const;       // 0 if absent
    bool truth() const;        // false if absent
    std::string text() const;  // "" if absent
    std::vector<double> numbers() const;
    std::vector<Index> indices() const;
    std::vector<std::string> texts() const;

    // Any value in the words of JSON, without quotes around a text.
    std::string shown() const;

  private:
    [[noreturn]] void fail(const char* wanted) const;

    const void* json_ = nullptr;
    std::string_view name_ = {};
};

class Document {
  public:
    // Throws Error, naming `source`, if the text is not one complete JSON object.
    Document(std::string source, const std::string& text);
    ~Document();
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;

    const std::string& source() const { return source_; }
    Node root() const;

  private:
    struct Held;
    std::string source_;
    std::unique_ptr<Held> held_;
};

}  // namespace tamis::detail::html
