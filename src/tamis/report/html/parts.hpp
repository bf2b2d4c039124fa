// The parts of the page, in its order. A part that has nothing to show is empty.
#pragma once

#include "tamis/report/html/result.hpp"
#include "tamis/report/html/section.hpp"

namespace tamis::detail::html {

Section answer_part(const Result& result);   // what was found, in words
Section chosen_part(const Result& result);   // the chosen features, the directions of a projection
Section scores_part(const Result& result);   // the scores, or the feature weights of a projection, in order
Section feature_part(const Result& result);  // where scripts put the search among all features
Section redundancy_part(const Result& result);  // correlations of the chosen features
Section map_part(const Result& result);         // where scripts draw the samples
Section graph_part(const Result& result);
Section masks_part(const Result& result);
Section comparison_part(const Result& result);
Section papers_part(const Result& result);
Section provenance_part(const Result& result, const std::string& command);

// Pieces of the answer that are long enough for files of their own.
void answer_selection(const Result& result, Section& section);
void answer_projection(const Result& result, Section& section);
void answer_comparison(const Result& result, Section& section);
void answer_reproduction(const Result& result, Section& section);
// How the search for the optimum ended, as sentences: certificate and stop.
std::string ending_words(const Result& result);

}  // namespace tamis::detail::html
