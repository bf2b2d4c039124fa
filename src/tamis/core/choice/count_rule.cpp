#include "tamis/core/choice/count_rule.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index most_features = 200;
constexpr std::pair<const char*, CountRule::Kind> with_level[] = {
    {"fdr", CountRule::Kind::fdr}, {"stable", CountRule::Kind::stable}, {"gain", CountRule::Kind::gain}};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw UsageError("k = '" + text + "': " + why +
                     "; the rules are cv, cv:best, fdr:0.05, stable:0.75 and gain:0.8");
}

double parse_level(CountRule::Kind kind, const std::string& text, const std::string& number) {
    double level = 0.0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), level);
    const bool read = error == std::errc() && end == number.data() + number.size();
    // The bounds on features that are stable by luck need more than half of the halves.
    if (kind == CountRule::Kind::stable && !(read && level > 0.5 && level <= 1.0))
        refuse(text, "'" + number + "' is not a number above 0.5 and at most 1");
    if (kind != CountRule::Kind::stable && !(read && level > 0.0 && level < 1.0))
        refuse(text, "'" + number + "' is not a number between 0 and 1");
    return level;
}

}  // namespace

std::optional<CountRule> CountRule::parse(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (text == "cv") return CountRule{.kind = Kind::cv};
    if (text == "cv:best") return CountRule{.kind = Kind::cv_best};
    if (name == "cv") refuse(text, "cv takes 'best' or nothing");
    for (const auto& [known, kind] : with_level)
        if (name == known) {
            if (rest.empty()) refuse(text, name + " needs its level");
            return CountRule{.kind = kind, .level = parse_level(kind, text, rest)};
        }
    return std::nullopt;
}

std::string to_text(const CountRule& rule) {
    if (rule.kind == CountRule::Kind::cv) return "cv";
    if (rule.kind == CountRule::Kind::cv_best) return "cv:best";
    std::string name;
    for (const auto& [known, kind] : with_level)
        if (rule.kind == kind) name = known;
    return name + ":" + to_text(Value(rule.level));
}

std::vector<Index> detail::count_grid(Index largest) {
    std::vector<Index> grid;
    for (Index ten = 1; ten <= largest; ten *= 10)
        for (const Index tenths : {10, 15, 20, 30, 50, 70}) {
            if (ten == 1 && tenths == 15) continue;  // 1.5 features
            if (const Index count = ten * tenths / 10; count < largest) grid.push_back(count);
        }
    grid.push_back(largest);
    return grid;
}

Index detail::largest_count(Index features) { return std::min(features, most_features); }

CurveChoice detail::choose_on_curve(CountRule::Kind kind, const std::vector<std::vector<double>>& accuracy) {
    CurveChoice choice;
    const auto folds = static_cast<double>(accuracy.size());
    choice.means.assign(accuracy.front().size(), 0.0);
    for (const std::vector<double>& fold : accuracy)
        for (std::size_t c = 0; c < fold.size(); ++c) choice.means[c] += fold[c] / folds;
    constexpr double rounding = 1e-12;  // of sums of shares in another order
    for (std::size_t c = 1; c < choice.means.size(); ++c)
        if (choice.means[c] > choice.means[choice.best] + rounding) choice.best = c;
    double squares = 0.0;
    for (const std::vector<double>& fold : accuracy) {
        const double off = fold[choice.best] - choice.means[choice.best];
        squares += off * off;
    }
    choice.error = folds > 1.0 ? std::sqrt(squares / (folds - 1.0) / folds) : 0.0;
    choice.chosen = choice.best;
    if (kind != CountRule::Kind::cv) return choice;
    const double enough = choice.means[choice.best] - choice.error - rounding;
    choice.chosen = 0;
    while (choice.means[choice.chosen] < enough) ++choice.chosen;
    return choice;
}

std::optional<std::size_t> detail::first_reaching(const std::vector<double>& values, double full,
                                                  double share) {
    for (std::size_t k = 0; k < values.size(); ++k)
        if (values[k] >= share * full) return k;
    return std::nullopt;
}

}  // namespace tamis
