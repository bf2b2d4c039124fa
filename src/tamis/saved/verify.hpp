// A saved result compared with the same work done again.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tamis::detail {

struct Finding {
    std::string what;  // "selected", "objective", "certificate.lambda", …
    bool agrees = true;
    std::string detail;  // both values if they differ, how close if they do not
};

struct Verification {
    std::vector<Finding> findings;
    bool agrees() const;
};

// Compares two "tamis.selection/1" or two "tamis.projection/1" documents: data hash, graph hash, the chosen
// features or the weights of all of them, objective, certificate, scores and how the work ended. Numbers
// agree when they differ by no more than 1e-9 of their size.
Verification compare_results(const std::string& saved_json, const std::string& new_json);

// `criterion` is tr(S_b(S_t + gamma·I)⁻¹) of the chosen set, if the data have classes.
std::string to_json(const Verification& verification, const std::string& source,
                    std::optional<double> criterion, double gamma, const std::vector<std::string>& remarks);

}  // namespace tamis::detail
