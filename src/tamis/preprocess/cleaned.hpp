// Cleaning that keeps what it found out.
#pragma once

#include <optional>

#include "tamis/passes/survey.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

struct Cleaned {
    Dataset data;
    std::optional<Survey> survey;  // of the clean data; nothing if cells were changed
};

// As `clean`; the read that looks for cells to be cleaned takes the survey.
Cleaned clean_surveyed(Dataset data, const CleanOptions& options, Survey::Hash hash,
                       const Context& context = {});

// The means of the columns of `x`, whose names `data` has. Throws Error if a column has no cell at all.
std::vector<double> means_to_fill_in(const Dataset& data, const Rows& x, const Context& context);
void remark_on_filling(Dataset& data, Index missing, const Context& context);

}  // namespace tamis::detail
