#include "papers/papers.hpp"

namespace tamis::papers {

const std::vector<Paper>& all_papers() {
    static const std::vector<Paper> all = {nie2008(), gu2011(), he2011(), zhao2007(), boroujeni2018()};
    return all;
}

}  // namespace tamis::papers
