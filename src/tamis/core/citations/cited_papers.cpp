// The table of papers: papers.def, one entry each. docs/references.md is written from it by tools/generate.
#include "tamis/core/citations/citations.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr CitedPaper table[] = {
#define TAMIS_PAPER(...) {__VA_ARGS__},
#include "tamis/core/citations/papers.def"
#undef TAMIS_PAPER
};

}  // namespace

std::span<const CitedPaper> cited_papers() { return table; }

const CitedPaper& find_cited_paper(std::string_view key) {
    std::vector<std::string> keys;
    for (const CitedPaper& paper : table) {
        if (paper.key == key) return paper;
        keys.emplace_back(paper.key);
    }
    throw UsageError(unknown_name("paper", key, keys));
}

}  // namespace tamis
