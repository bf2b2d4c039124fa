// One paper per file.
#pragma once

#include "papers/paper.hpp"

namespace tamis::papers {

Paper zhao2007();
Paper nie2008();
Paper gu2011();
Paper he2011();
Paper boroujeni2018();

}  // namespace tamis::papers
