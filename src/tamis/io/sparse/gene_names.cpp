#include "tamis/io/sparse/gene_names.hpp"

#include <map>
#include <unordered_map>

namespace tamis::detail {

std::vector<std::string> gene_names(const GeneTable& genes, const std::string& path, const Context& context) {
    std::map<std::string, Index> types;
    for (const std::string& type : genes.types) ++types[type];
    if (types.size() > 1) {
        std::string counts;
        for (const auto& [type, count] : types)
            counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " " + type;
        context.warning(path + ": features of several types, all of them are read: " + counts);
    }
    std::unordered_map<std::string, Index> uses;
    for (const std::string& symbol : genes.symbols) ++uses[symbol];
    std::vector<std::string> names;
    Index shared = 0;
    for (std::size_t j = 0; j < genes.symbols.size(); ++j) {
        const bool unique = uses[genes.symbols[j]] == 1;
        names.push_back(unique ? genes.symbols[j] : genes.symbols[j] + " (" + genes.ids[j] + ")");
        shared += unique ? 0 : 1;
    }
    if (shared > 0)
        context.warning(path + ": " + std::to_string(shared) +
                        " genes share their symbol with another one and are called SYMBOL (ID)");
    return names;
}

}  // namespace tamis::detail
