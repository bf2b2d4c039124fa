// A reader of HTML and SVG that forgives nothing: every tag is closed, every attribute is in double quotes,
// and no character that means something stands where text belongs.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::strict {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;  // unescaped
    std::string text;                               // directly inside, unescaped
    std::vector<std::size_t> path;                  // elements around it, the outermost first
};

inline std::string unescaped(std::string_view text) {
    static const std::map<std::string, std::string> entities = {
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"#39", "'"}};
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '<' || text[i] == '>') throw std::runtime_error("a bare < or > in a text");
        if (text[i] != '&') {
            result += text[i];
            continue;
        }
        const std::size_t end = text.find(';', i);
        const auto found =
            end == text.npos ? entities.end() : entities.find(std::string(text.substr(i + 1, end - i - 1)));
        if (found == entities.end()) throw std::runtime_error("a bare & in a text");
        result += found->second;
        i = end;
    }
    return result;
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {
        if (text_.starts_with("<!doctype html>")) at_ = 15;
        if (text_.starts_with("<?xml")) at_ = text_.find("?>") + 2;
        while (at_ < text_.size()) text_[at_] == '<' ? tag() : content();
        if (!open_.empty()) throw std::runtime_error("not closed: " + elements[open_.back()].name);
    }

    std::vector<Element> elements;

  private:
    static bool is_void(const std::string& name) { return name == "meta" || name == "br"; }

    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(what + " at byte " + std::to_string(at_) + ": " +
                                 std::string(text_.substr(at_, 60)));
    }

    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    std::string name() {
        const std::size_t start = at_;
        while (std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
                       .find(next()) != std::string_view::npos &&
               at_ < text_.size())
            ++at_;
        if (at_ == start) fail("no name");
        return std::string(text_.substr(start, at_ - start));
    }

    void content() {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string text = unescaped(text_.substr(at_, end - at_));
        if (!open_.empty())
            elements[open_.back()].text += text;
        else if (text.find_first_not_of(" \n") != text.npos)
            fail("text outside of all elements");
        at_ = end;
    }

    void attributes(Element& element) {
        while (next() == ' ') {
            ++at_;
            const std::string key = name();
            if (next() != '=') fail("an attribute without a value");
            ++at_;
            if (next() != '"') fail("an attribute without quotes");
            const std::size_t end = text_.find('"', ++at_);
            if (end == text_.npos) fail("an attribute without an end");
            if (!element.attributes.emplace(key, unescaped(text_.substr(at_, end - at_))).second)
                fail("an attribute twice");
            at_ = end + 1;
        }
    }

    void tag() {
        ++at_;
        if (next() == '/') {
            ++at_;
            const std::string closed = name();
            if (open_.empty() || elements[open_.back()].name != closed || next() != '>')
                fail("a wrong end tag");
            ++at_;
            open_.pop_back();
            return;
        }
        Element element{.name = name(), .path = open_};
        attributes(element);
        const bool closed = next() == '/';
        if (closed) ++at_;
        if (next() != '>') fail("a tag without an end");
        ++at_;
        const std::string own = element.name;
        elements.push_back(std::move(element));
        if (closed || is_void(own)) return;
        if (own == "script" || own == "style") {
            const std::size_t end = text_.find("</" + own, at_);
            if (end == text_.npos) fail("no end of " + own);
            elements.back().text = std::string(text_.substr(at_, end - at_));
            at_ = end + own.size() + 3;
            return;
        }
        open_.push_back(elements.size() - 1);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::size_t> open_;
};

inline std::vector<Element> elements(std::string_view text) { return Reader(text).elements; }

// All text below elements of that name.
inline std::string text_in(const std::vector<Element>& all, std::string_view attribute,
                           std::string_view value) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto matches = [&](const Element& one) {
            const auto found = one.attributes.find(std::string(attribute));
            return found != one.attributes.end() && found->second == value;
        };
        bool inside = matches(all[i]);
        for (const std::size_t around : all[i].path) inside = inside || matches(all[around]);
        if (inside) text += all[i].text + " ";
    }
    return text;
}

}  // namespace tamis::strict
