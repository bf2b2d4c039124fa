// Names of the features of 10x files, which have an identifier, a symbol and a type each.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"

namespace tamis::detail {

struct GeneTable {
    std::vector<std::string> ids, symbols, types;  // types may be empty
};

// The symbols; where genes share one, "SYMBOL (ID)", which a warning counts. Another one tells where there is
// more than gene expression.
std::vector<std::string> gene_names(const GeneTable& genes, const std::string& path, const Context& context);

}  // namespace tamis::detail
