// The small case of trust.json, and how numbers are compared with it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/golden.hpp"

namespace tamis::testing {

inline const nlohmann::json& trust_golden(const char* section) { return golden("trust").at(section); }
// The tests of the standardized genes on cross-fitted graphs.
inline const nlohmann::json& trust_golden_genes() {
    for (const auto& [name, entry] : trust_golden("T3").items())
        if (name.starts_with("glioma_")) return entry;
    throw std::runtime_error("trust.json has no tests of genes on graphs");
}
inline DenseMatrix inline_x() { return golden_matrix(trust_golden("inline").at("X")); }
inline Labels inline_y() { return golden_labels(trust_golden("inline").at("y")); }

inline void expect_close(double found, double wanted, double relative, const std::string& what = "") {
    EXPECT_NEAR(found, wanted, relative * std::abs(wanted)) << what;
}

inline void expect_list(const std::vector<double>& found, const nlohmann::json& wanted, double relative,
                        const std::string& what) {
    for (std::size_t j = 0; j < wanted.size(); ++j)
        if (!wanted[j].is_null())
            expect_close(found.at(j), wanted[j].get<double>(), relative, what + " " + std::to_string(j));
}

}  // namespace tamis::testing
