#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

constexpr std::size_t most_rows = 200;  // scripts show the rest

struct Twin {
    Index feature = -1;
    double r = 0.0;
};

// Per feature, the one left out that is most like it.
std::vector<Twin> nearest_dropped(const Result& result, const std::vector<Node>& explanations) {
    std::vector<Twin> twins(at(result.features));
    const std::vector<bool> chosen = result.chosen();
    for (std::size_t j = 0; j < explanations.size(); ++j) {
        if (chosen[j] || !explanations[j]["nearest"]) continue;
        const Index nearest = explanations[j]["nearest"].index();
        if (nearest < 0 || nearest >= result.features)
            throw WrongEntry{"'nearest' names a feature that is not there"};
        const double r = explanations[j]["r"].number();
        Twin& twin = twins[at(nearest)];
        if (twin.feature < 0 || std::abs(r) > std::abs(twin.r)) twin = {static_cast<Index>(j), r};
    }
    return twins;
}

struct Profile {
    std::string highest, lowest;
    double up = 0.0, down = 0.0;
};

std::string profile_text(const Profile& profile) {
    return fmt::format("{} {:+.2f}, {} {:+.2f}", profile.highest, profile.up, profile.lowest, profile.down);
}

// Two bars from the middle: the class in which the feature is highest, and the one in which it is lowest.
std::string profile_html(const Profile& profile, double largest) {
    Svg svg(96, 16, profile_text(profile));
    const double unit = largest > 0.0 ? 46.0 / largest : 0.0;
    const auto bar = [&](double value, double y, const char* style) {
        const double length = std::abs(value) * unit;
        svg.rect(value < 0.0 ? 48.0 - length : 48.0, y, length, 5.0, style);
    };
    bar(profile.up, 2.0, "bar high");
    bar(profile.down, 9.0, "bar low");
    svg.line(48, 0, 48, 16, "axis");
    const auto signed_number = [](double value) {
        return "\u00a0" + std::string(value < 0.0 ? "−" : "+") + fmt::format("{:.2f}", std::abs(value));
    };
    return svg.embedded("profile") + "<span class=\"muted\">" + name_html(profile.highest, 20) +
           signed_number(profile.up) + "\u00a0· " + name_html(profile.lowest, 20) +
           signed_number(profile.down) + "</span>";
}

class ChosenTable {
  public:
    explicit ChosenTable(const Result& result)
        : result_(result),
          explanations_(result.root["explanations"].items()),
          q_(per_feature(result, result.root["qvalues"], "qvalues")),
          share_(per_feature(result, result.root["selection_probability"], "selection_probability")),
          intervals_(result.root["rank_interval"].items()) {
        if (!explanations_.empty() && explanations_.size() != at(result.features))
            throw WrongEntry{"'explanations' has not one entry for each feature"};
        if (!intervals_.empty() && intervals_.size() != at(result.features))
            throw WrongEntry{"'rank_interval' has not one entry for each feature"};
        twins_ = nearest_dropped(result, explanations_);
        for (const Node& node : result.root["class_profiles"].items()) {
            const Profile profile{node["highest"].text(), node["lowest"].text(),
                                  node["highest_difference"].number(), node["lowest_difference"].number()};
            profiles_.emplace_back(node["feature"].index(), profile);
            for (const double one : {profile.up, profile.down})
                if (std::isfinite(one)) largest_ = std::max(largest_, std::abs(one));
        }
    }

    DataTable table(std::size_t rows) const {
        DataTable table(caption(rows), columns());
        table.set_heading(1);
        for (std::size_t rank = 0; rank < rows; ++rank) table.add(cells(rank), row_attribute(rank));
        return table;
    }

    // What the columns mean.
    std::string words() const {
        std::string text;
        if (!result_.raw_scores.empty() && result_.smaller_is_better) text += "A smaller score is better. ";
        if (!explanations_.empty())
            text +=
                "Margin: how much better the score is than that of the last one chosen. Nearest left out: "
                "the feature "
                "most like it among those that were not chosen, and their correlation r. ";
        if (!share_.empty()) text += "Chosen again: share of the half samples on which it is chosen too. ";
        if (!q_.empty()) text += "q: false discovery rate of all features that are at least as significant. ";
        if (!profiles_.empty())
            text +=
                "High and low in: the classes in which the feature is highest (orange) and lowest (blue), in "
                "standard "
                "deviations within the classes. ";
        return text;
    }

  private:
    using Kind = DataTable::Kind;

    std::string caption(std::size_t rows) const {
        std::string text = "The chosen features, best first";
        if (rows < result_.selected.size())
            text += fmt::format(" (the first {} of {}; scripts show all)", rows, result_.selected.size());
        return text + ".";
    }

    std::vector<DataTable::Column> columns() const {
        std::vector<DataTable::Column> columns = {{"rank"}, {"feature", Kind::text}};
        if (!result_.names.empty()) columns.push_back({"column"});
        if (!result_.shown_scores().empty()) columns.push_back({"score"});
        if (!explanations_.empty()) columns.push_back({"margin"});
        if (!share_.empty()) columns.push_back({"chosen again"});
        if (!q_.empty()) columns.push_back({"q"});
        if (!intervals_.empty()) columns.push_back({"ranks (90 %)"});
        if (!profiles_.empty()) columns.push_back({"high and low in", Kind::none});
        if (!explanations_.empty()) {
            columns.push_back({"nearest left out", Kind::text});
            columns.push_back({"r"});
        }
        return columns;
    }

    std::string row_attribute(std::size_t rank) const {
        return fmt::format(" data-feature=\"{}\"", result_.selected[rank]);
    }

    Cell interval_cell(const Node& interval) const {
        const std::vector<Index> ends = interval.indices();
        if (ends.size() != 2) throw WrongEntry{"'rank_interval' is not a list of pairs"};
        return {.text = ends[0] == ends[1] ? std::to_string(ends[0]) : fmt::format("{}–{}", ends[0], ends[1]),
                .value = std::to_string(ends[0])};
    }

    Cell profile_cell(Index feature) const {
        for (const auto& [of, profile] : profiles_)
            if (of == feature)
                return {.text = profile_text(profile), .html = profile_html(profile, largest_)};
        return {.text = "—"};
    }

    std::vector<Cell> cells(std::size_t rank) const {
        const Index feature = result_.selected[rank];
        const std::size_t j = at(feature);
        std::vector<Cell> row = {{.text = std::to_string(rank + 1), .value = std::to_string(rank + 1)},
                                 {.text = result_.feature(feature)}};
        if (!result_.names.empty())
            row.push_back({.text = std::to_string(feature), .value = std::to_string(feature)});
        if (!result_.shown_scores().empty()) row.push_back(number_cell(result_.shown_scores()[j]));
        if (!explanations_.empty()) row.push_back(number_cell(explanations_[j]["margin"].number(), 3));
        if (!share_.empty()) row.push_back(percent_cell(share_[j]));
        if (!q_.empty()) row.push_back({.text = probability_text(q_[j]), .value = number_cell(q_[j]).value});
        if (!intervals_.empty()) row.push_back(interval_cell(intervals_[j]));
        if (!profiles_.empty()) row.push_back(profile_cell(feature));
        if (!explanations_.empty()) {
            const Twin& twin = twins_[j];
            row.push_back({.text = twin.feature < 0 ? "—" : result_.feature(twin.feature)});
            row.push_back(twin.feature < 0 ? Cell{.text = "—"} : number_cell(twin.r, 2));
        }
        return row;
    }

    const Result& result_;
    std::vector<Node> explanations_;
    std::vector<double> q_, share_;
    std::vector<Node> intervals_;
    std::vector<Twin> twins_;
    std::vector<std::pair<Index, Profile>> profiles_;
    double largest_ = 0.0;
};

// The features that weigh most in each direction are not in the document; the lengths of their rows are.
Section weights_table(const Result& result) {
    Section section("chosen", "Directions and features");
    const std::vector<double> eigenvalues = result.root["eigenvalues"].numbers();
    if (!eigenvalues.empty()) {
        DataTable table("The directions and their eigenvalues.", {{"direction"}, {"eigenvalue"}, {"share"}});
        double sum = 0.0;
        for (const double value : eigenvalues) sum += value;
        for (std::size_t i = 0; i < eigenvalues.size() && i < most_rows; ++i)
            table.add({{.text = std::to_string(i + 1), .value = std::to_string(i + 1)},
                       number_cell(eigenvalues[i], 5),
                       percent_cell(sum > 0.0 ? eigenvalues[i] / sum : std::nan(""))});
        section.table("directions", table);
    }
    const std::vector<double> weights =
        per_feature(result, result.root["feature_weights"], "feature_weights");
    if (weights.empty()) return section;
    const std::vector<double> spread =
        per_feature(result, result.exhibits ? result.exhibits["contributions"] : Node(), "contributions");
    const std::vector<double>& order_by = spread.empty() ? weights : spread;
    std::vector<Index> order(weights.size());
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<Index>(j);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return order_by[at(a)] > order_by[at(b)]; });
    const std::size_t rows = std::min<std::size_t>(order.size(), most_rows);
    std::vector<DataTable::Column> columns = {{"rank"}, {"feature", DataTable::Kind::text}, {"weight"}};
    if (!spread.empty()) columns.push_back({"weight × standard deviation"});
    DataTable table(
        fmt::format(
            "The features that weigh most{}. Weight: length of the feature's row in the matrix of the "
            "projection{}.",
            rows < order.size() ? fmt::format(" (the first {} of {})", rows, order.size()) : "",
            spread.empty() ? ", which depends on the units of the feature" : ""),
        columns);
    table.set_heading(1);
    for (std::size_t rank = 0; rank < rows; ++rank) {
        const std::size_t j = at(order[rank]);
        std::vector<Cell> cells = {{.text = std::to_string(rank + 1), .value = std::to_string(rank + 1)},
                                   {.text = result.feature(order[rank])},
                                   number_cell(weights[j])};
        if (!spread.empty()) cells.push_back(number_cell(spread[j]));
        table.add(std::move(cells), fmt::format(" data-feature=\"{}\"", order[rank]));
    }
    section.table("weights", table);
    return section;
}

}  // namespace

Section chosen_part(const Result& result) {
    if (result.kind == ResultKind::projection) return weights_table(result);
    Section section("chosen", "The chosen features");
    if (result.kind != ResultKind::selection) return section;
    if (result.selected.empty()) {
        section.paragraph("No feature was chosen.");
        return section;
    }
    const ChosenTable chosen(result);
    section.html("<div class=\"tools\" data-for=\"chosen\"></div>\n");
    const std::size_t shown = std::min(result.selected.size(), most_rows);
    section.html(chosen.table(shown).html());
    section.keep("chosen", chosen.table(result.selected.size()));
    if (const std::string words = chosen.words(); !words.empty()) section.note(words);
    return section;
}

}  // namespace tamis::detail::html
