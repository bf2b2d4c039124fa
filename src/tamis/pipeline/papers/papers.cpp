#include "tamis/pipeline/papers/papers.hpp"

namespace tamis {

const std::vector<Paper>& papers() {
    static const std::vector<Paper> all = {zhao2007(), nie2008(), gu2011(), he2011()};
    return all;
}

}  // namespace tamis
