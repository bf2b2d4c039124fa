// The papers' data sets, ready for splitting.
#pragma once

#include "papers/paper.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tests/support/paper_set.hpp"

namespace tamis::testing {

using namespace detail;

// Nothing if the set is not there.
inline std::optional<Dataset> split_set(const papers::PaperData& wanted) {
    std::optional<Dataset> data =
        paper_file(wanted.file, {.label = wanted.label, .transpose = wanted.transpose});
    if (data)
        data = clean_for_splits(std::move(*data), {.missing = Missing::mean, .categories = Categories::rank});
    return data;
}

}  // namespace tamis::testing
