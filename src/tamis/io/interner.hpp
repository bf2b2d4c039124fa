// Numbers the distinct texts of a column in order of appearance, so that a million cells cost a few strings.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tamis::detail {

class Interner {
  public:
    static constexpr int absent = -1;

    int find(std::string_view text) const {
        const auto found = numbers_.find(text);
        return found == numbers_.end() ? absent : found->second;
    }
    int add(std::string_view text) {
        const int known = find(text);
        if (known != absent) return known;
        const int number = static_cast<int>(values_.size());
        values_.emplace_back(text);
        numbers_.emplace(values_.back(), number);
        return number;
    }
    const std::vector<std::string>& values() const { return values_; }
    bool empty() const { return values_.empty(); }
    void clear() {
        numbers_.clear();
        values_.clear();
    }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, int, Hash, std::equal_to<>> numbers_;
    std::vector<std::string> values_;
};

}  // namespace tamis::detail
