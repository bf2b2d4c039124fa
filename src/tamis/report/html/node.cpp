#include "tamis/report/html/node.hpp"

#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/saved/json_values.hpp"

namespace tamis::detail::html {

namespace {

using json::Json;

const Json& held(const void* json) { return *static_cast<const Json*>(json); }

Node node(const Json& json, std::string_view name) { return json.is_null() ? Node() : Node(&json, name); }

}  // namespace

bool Node::is_text() const { return json_ != nullptr && held(json_).is_string(); }
bool Node::is_number() const { return json_ != nullptr && held(json_).is_number(); }
bool Node::is_truth() const { return json_ != nullptr && held(json_).is_boolean(); }
bool Node::is_list() const { return json_ != nullptr && held(json_).is_array(); }
bool Node::is_object() const { return json_ != nullptr && held(json_).is_object(); }

void Node::fail(const char* wanted) const {
    throw WrongEntry{"'" + std::string(name_) + "' is not " + wanted};
}

Node Node::operator[](std::string_view key) const {
    if (json_ == nullptr) return {};
    if (!is_object()) fail("an object");
    const auto found = held(json_).find(std::string(key));
    return found == held(json_).end() ? Node() : node(found.value(), key);
}

std::size_t Node::size() const {
    if (json_ == nullptr) return 0;
    if (!is_list() && !is_object()) fail("a list");
    return held(json_).size();
}

std::vector<Node> Node::items() const {
    std::vector<Node> all;
    if (json_ == nullptr) return all;
    if (!is_list()) fail("a list");
    all.reserve(held(json_).size());
    for (const Json& one : held(json_)) all.push_back(node(one, name_));
    return all;
}

std::vector<std::pair<std::string, Node>> Node::entries() const {
    std::vector<std::pair<std::string, Node>> all;
    if (json_ == nullptr) return all;
    if (!is_object()) fail("an object");
    for (const auto& [key, value] : held(json_).items()) all.emplace_back(key, node(value, name_));
    return all;
}

double Node::number() const {
    if (json_ == nullptr) return std::numeric_limits<double>::quiet_NaN();
    if (!is_number()) fail("a number");
    return held(json_).get<double>();
}

Index Node::index() const {
    const double value = json_ == nullptr ? 0.0 : number();
    if (value != std::floor(value) || std::abs(value) > 9e15) fail("a whole number");
    return static_cast<Index>(value);
}

bool Node::truth() const {
    if (json_ == nullptr) return false;
    if (!is_truth()) fail("true or false");
    return held(json_).get<bool>();
}

std::string Node::text() const {
    if (json_ == nullptr) return "";
    if (!is_text()) fail("a text");
    return held(json_).get<std::string>();
}

std::vector<double> Node::numbers() const {
    std::vector<double> all;
    for (const Node& one : items()) all.push_back(one.number());
    return all;
}

std::vector<Index> Node::indices() const {
    std::vector<Index> all;
    for (const Node& one : items()) all.push_back(one.index());
    return all;
}

std::vector<std::string> Node::texts() const {
    std::vector<std::string> all;
    for (const Node& one : items()) all.push_back(one.text());
    return all;
}

std::string Node::shown() const {
    if (json_ == nullptr) return "none";
    return is_text() ? text() : json::compact(held(json_));
}

struct Document::Held {  // NOLINT(bugprone-exception-escape): what the library asserts does not happen
    Json json;
};

Document::Document(std::string source, const std::string& text)
    : source_(std::move(source)), held_(std::make_unique<Held>()) {
    try {
        held_->json = json::parse_text(text);
    } catch (const json::WrongKind& wrong) {
        throw Error(source_ + " is no result: " + wrong.what);
    } catch (const Json::parse_error& error) {
        throw Error(source_ + " is not a complete JSON document (wrong from byte " +
                    std::to_string(error.byte) + " on), perhaps cut off or changed by hand");
    }
    if (!held_->json.is_object()) throw Error(source_ + " is no result: it is JSON, but not an object");
}

Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Node Document::root() const { return {&held_->json, "the document"}; }

}  // namespace tamis::detail::html
