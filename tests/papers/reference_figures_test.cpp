// Means over the repeats of the papers' experiments, computed by independent dense implementations on the
// same splits, to the digits given if nothing else is random, or nearly so if rounding decides: samples
// that are equally near, Algorithm 1 of TRLN in a cycle. Within two standard errors if more is random
// (folds inside of a method), the SVM has another loss, or other samples are drawn (heart: it draws its
// classes in another order).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "papers/paper.hpp"
#include "tamis/core/error.hpp"
#include "tests/papers/split_set.hpp"

namespace tamis::papers {
namespace {

// tests/golden/reference_figures.csv: paper;table;data;setting;row;column;mean;std;how
struct ReferenceFigure {
    std::vector<std::string> fields;

    double mean() const { return std::stod(fields[6]); }
    double last_digit() const {
        return std::pow(10.0, -static_cast<double>(fields[6].size() - fields[6].find('.') - 1));
    }
    bool is(const std::string& paper, const PaperCell& cell) const {
        return fields[0] == paper && fields[1] == cell.table && fields[2] == cell.data &&
               fields[3] == cell.setting && fields[4] == cell.row && fields[5] == cell.column;
    }
    double allowed(const PaperCell& cell) const {
        if (fields[8] == "digits") return 0.501 * last_digit();
        if (fields[8] == "nearly") return 0.16;
        const double other = fields[7].empty() ? cell.std : std::stod(fields[7]);
        return 2.0 * std::sqrt((cell.std * cell.std + other * other) / static_cast<double>(cell.n));
    }
};

const std::vector<ReferenceFigure>& reference_figures() {
    static const std::vector<ReferenceFigure> all = [] {
        std::vector<ReferenceFigure> figures;
        std::ifstream stream(std::string(TAMIS_TEST_DATA) + "/reference_figures.csv");
        for (std::string line; std::getline(stream, line);) {
            ReferenceFigure figure;
            std::istringstream fields(line);
            for (std::string field; std::getline(fields, field, ';');) figure.fields.push_back(field);
            if (figure.fields.size() != 9) throw Error("bad line in reference_figures.csv: " + line);
            figures.push_back(std::move(figure));
        }
        return figures;
    }();
    return all;
}

struct Case {
    std::string paper, file;
    Index figures;  // to compare
};

class ReferenceFigures : public ::testing::TestWithParam<Case> {};

TEST_P(ReferenceFigures, AreMetOnTheSameSplits) {
    const Case& asked = GetParam();
    const std::string &name = asked.paper, &file = asked.file;
    if (!testing::split_set({.file = file})) GTEST_SKIP() << file << " is not in " << TAMIS_SHARED_DATA;
    const PaperLoader only = [&](const PaperData& wanted) {
        return wanted.file == file ? testing::split_set(wanted) : std::nullopt;
    };
    Index compared = 0;
    for (const PaperCell& cell : reproduce(find_paper(name), only, false).cells)
        for (const ReferenceFigure& figure : reference_figures())
            if (figure.is(name, cell)) {
                EXPECT_NEAR(cell.mean, figure.mean(), figure.allowed(cell))
                    << cell.table << ", " << cell.setting << ", " << cell.row << ", " << cell.column;
                ++compared;
            }
    EXPECT_EQ(compared, asked.figures);
}

INSTANTIATE_TEST_SUITE_P(
    Papers, ReferenceFigures,
    ::testing::Values(Case{"nie2008", "ionosphere.data", 24}, Case{"nie2008", "german.data", 24},
                      Case{"nie2008", "heart.dat", 24}, Case{"nie2008", "australian.dat", 24},
                      Case{"nie2008", "crx.data", 24}, Case{"gu2011", "ionosphere.data", 9},
                      Case{"gu2011", "sonar.data", 9}, Case{"zhao2007", "pixraw10p.mat", 54},
                      Case{"zhao2007", "warppie10p.mat", 54}, Case{"boroujeni2018", "glioma.mat", 26},
                      Case{"boroujeni2018", "tox_171.mat", 26}),
    [](const auto& of) {
        std::string text = of.param.paper + "_" + of.param.file;
        std::replace(text.begin(), text.end(), '.', '_');
        return text;
    });

}  // namespace
}  // namespace tamis::papers
