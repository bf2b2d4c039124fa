// What the methods do, in a sentence for people who do not know their names.
#pragma once

#include <string>

namespace tamis::detail::html {

// "Fisher score"; the name itself for a method that is not known.
std::string method_title(const std::string& name, bool projector);

// A whole sentence on what it prefers or optimizes; "" for a method that is not known.
std::string method_words(const std::string& name, bool projector);

// The BibTeX entries of a method, each with a line break at its end; "" for a method that is not known.
std::string method_bibtex(const std::string& name, bool projector);

// The BibTeX entry of a paper; "" for one that is not known.
std::string paper_bibtex(const std::string& key);

}  // namespace tamis::detail::html
