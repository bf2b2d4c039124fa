// One paper per file.
#pragma once

#include "papers/figure.hpp"
#include "papers/paper.hpp"

namespace tamis::papers {

Paper zhao2007();
Paper nie2008();
Paper gu2011();
Paper he2011();
Paper boroujeni2018();

// Their figures; `made` holds the comparisons of the tables.
std::vector<Figure> zhao2007_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                     const Context& context);
std::vector<Figure> nie2008_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                    const Context& context);
std::vector<Figure> gu2011_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                   const Context& context);
std::vector<Figure> he2011_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                   const Context& context);
std::vector<Figure> boroujeni2018_figures(const Reproduction& made, const PaperLoader& load, bool quick,
                                          const Context& context);

}  // namespace tamis::papers
