#include "tamis/report/html/method_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "tamis/core/citations/citations.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::detail::html {

namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::array selectors = {
    Words{"variance",
          "It prefers features that vary most from sample to sample, each one on its own; it uses neither "
          "classes nor neighbors."},
    Words{"fisher",
          "It prefers features whose class means lie far apart compared with the spread within the classes. "
          "Each feature is judged on its own, so two that say the same may both be chosen."},
    Words{"laplacian",
          "It prefers features that change little between neighboring samples compared with their overall "
          "variance. Each feature is judged on its own, without classes."},
    Words{"trace-ratio",
          "It looks for the set of features whose total distance between classes (or to non-neighbors) is "
          "largest compared with the total distance within them, for the set as a whole."},
    Words{
        "spec",
        "It prefers features that vary smoothly over the graph of the samples, as the spectrum of the graph "
        "measures it. Each feature is judged on its own."},
    Words{
        "relieff",
        "It prefers features that differ between a sample and its nearest samples of other classes and agree "
        "with its nearest samples of the same class."},
    Words{"hsic",
          "It looks for the set of features whose similarities between samples agree best with the "
          "similarities "
          "of their labels."},
    Words{"gfs",
          "It looks for a set of features that separates the classes well together, so that features that "
          "repeat "
          "each other do not add up."},
    Words{"lapdofs",
          "It looks for the set of features from which a regression that respects the neighborhood graph "
          "learns its coefficients with the smallest joint uncertainty (D-optimal design), without classes."},
    Words{"lapaofs",
          "It looks for the set of features from which a regression that respects the neighborhood graph "
          "learns its coefficients with the smallest total variance (A-optimal design), without classes."},
    Words{"lapeofs",
          "It looks for the set of features that keeps the least certain combination of regression "
          "coefficients as certain as possible (E-optimal design), without classes."},
    Words{"lapgofs",
          "It looks for the set of features from which the others can be predicted with the smallest "
          "remaining variance (G-optimal design), without classes."},
    Words{"q-alpha",
          "It looks for weights of the features under which the samples fall into clear clusters."},
    Words{"trln",
          "It looks for a projection that keeps every pair of classes apart and uses few features; the "
          "features "
          "with the largest weights in it are chosen."},
};

constexpr std::array projectors_in_words = {
    Words{"pca",
          "It finds the orthogonal directions along which the samples vary most; it does not use classes."},
    Words{"flda",
          "It finds the directions along which the class means lie farthest apart compared with the spread "
          "within the classes."},
    Words{"tr-lda",
          "It finds the subspace whose total distance between classes is largest compared with the total "
          "spread within them."},
    Words{
        "apac",
        "It finds directions like Fisher's, but gives more weight to pairs of classes that are hard to tell "
        "apart."},
    Words{
        "hmss",
        "It finds the subspace with the largest harmonic mean of the distances between pairs of classes, so "
        "that close pairs count most."},
    Words{"gmss",
          "It finds the subspace with the largest geometric mean of the distances between pairs of classes."},
    Words{"mmda", "It finds the subspace in which the closest pair of classes is as far apart as possible."},
    Words{"atr", "It finds the subspace with the largest sum of the trace ratios of all pairs of classes."},
    Words{"whtr",
          "It finds the subspace with the largest weighted harmonic mean of the trace ratios of all pairs of "
          "classes, so that close pairs count most."},
    Words{"trln", "It finds the subspace that keeps every pair of classes apart and uses few features."},
};

template <class Table>
std::string find_words(const Table& table, const std::string& name) {
    for (const auto& [key, words] : table)
        if (key == name) return std::string(words);
    return "";
}

// Calls visit(about) on the description of a method that is known.
template <class Visit>
void with_about(const std::string& name, bool projector, Visit visit) {
    const auto look = [&](const auto& table) {
        for (const auto& entry : table)
            if (entry.about.name == name) visit(entry.about);
    };
    projector ? look(projectors()) : look(methods());
}

}  // namespace

std::string method_title(const std::string& name, bool projector) {
    std::string title = name;
    with_about(name, projector, [&](const auto& about) { title = about.title; });
    return title;
}

std::string method_words(const std::string& name, bool projector) {
    return projector ? find_words(projectors_in_words, name) : find_words(selectors, name);
}

std::string method_bibtex(const std::string& name, bool projector) {
    std::string text;
    with_about(name, projector, [&](const auto& about) {
        for (const Citation& citation : about.citation)
            text += (text.empty() ? "" : "\n") + bibtex(find_cited_paper(citation.key));
    });
    return text;
}

std::string paper_bibtex(const std::string& key) {
    const auto papers = cited_papers();
    const auto found =
        std::find_if(papers.begin(), papers.end(), [&](const CitedPaper& paper) { return paper.key == key; });
    return found == papers.end() ? "" : bibtex(*found);
}

}  // namespace tamis::detail::html
