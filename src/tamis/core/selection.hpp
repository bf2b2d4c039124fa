// What every selector returns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/options/value.hpp"

namespace tamis {

// How the work ended.
enum class Stop {
    converged,        // the method's own test of optimality or convergence was met (closed forms always are)
    iteration_limit,  // the limit was reached; the result is the best so far
    cancelled,        // the caller asked to stop
    exhausted,        // no informative features were left; the rest are filled in by index
};

// Which end of a score is better.
enum class Direction { larger, smaller };

// "converged", "iteration_limit", …; "larger", "smaller": the words of the JSON documents.
std::string to_text(Stop stop);
std::string to_text(Direction direction);

// The number that the method optimizes, and its history over the iterations.
struct Objective {
    std::string name;
    std::vector<double> trace;
    double value = 0.0;
};

// The optimum for one number of features, if a method finds them for all numbers in one run.
struct PathStep {
    Index k = 0;
    double value = 0.0;           // of the objective
    std::vector<Index> selected;  // best first
    bool nested = true;           // contains all of the previous step
};

// The chosen features and how they were found.
struct Selection {
    std::vector<Index> selected;             // columns in order of selection, best first
    std::vector<double> scores;              // per feature, larger is better; may be empty
    std::vector<double> raw_scores;          // per feature, as the paper defines them; may be empty
    std::optional<Direction> raw_direction;  // which end of the raw scores is better
    Objective objective;
    std::vector<PathStep> path;  // for k = 1, 2, …; empty unless asked for
    Record certificate;          // the method's proof of what it claims; may be empty
    Record chosen;               // the method's choices for options set to auto or cv
    std::string guarantee;       // what the certificate proves about all other selections; may be empty
    Stop stop = Stop::converged;
    Index iterations = 0;
};

}  // namespace tamis
