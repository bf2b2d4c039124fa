#include "tamis/core/citations/citations.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

const CitedPaper& journal() {
    static const CitedPaper paper{.key = "doe1999",
                                  .authors = "Jane Doe, Jan Šikonja",
                                  .title = "On PCA",
                                  .venue = "IEEE TPAMI",
                                  .volume = "3",
                                  .number = "4",
                                  .year = "1999",
                                  .pages = "5–6",
                                  .doi = "10.1/2",
                                  .note = "see also Roe"};
    return paper;
}

TEST(Citations, ReferencesHaveWhatIsKnown) {
    EXPECT_EQ(reference(journal()),
              "Jane Doe, Jan Šikonja: On PCA. IEEE TPAMI 3(4), 1999, 5–6, doi 10.1/2; see also Roe");
    EXPECT_EQ(reference({.key = "a", .authors = "A B", .title = "T", .venue = "UAI", .year = "2001"}),
              "A B: T. UAI 2001");
}

TEST(Citations, BibtexOfJournalsAndConferences) {
    EXPECT_EQ(bibtex({.key = "a", .authors = "A B, C D", .title = "T", .venue = "UAI", .year = "2001"}),
              "@inproceedings{a,\n"
              "  author = {A B and C D},\n"
              "  title = {{T}},\n"
              "  booktitle = {Proceedings of the Conference on Uncertainty in Artificial Intelligence},\n"
              "  year = {2001},\n"
              "}\n");
    const std::string text = bibtex(journal());
    EXPECT_TRUE(text.starts_with("@article{doe1999,\n")) << text;
    EXPECT_THAT(text, ::testing::HasSubstr("journal = {IEEE Transactions on Pattern Analysis"));
    EXPECT_THAT(text, ::testing::HasSubstr("{\\v{S}}ikonja"));
    EXPECT_THAT(text, ::testing::HasSubstr("pages = {5--6}"));
}

TEST(Citations, TheTableIsComplete) {
    std::set<std::string_view> keys;
    for (const CitedPaper& paper : cited_papers()) {
        EXPECT_TRUE(keys.insert(paper.key).second) << paper.key;
        EXPECT_EQ(&find_cited_paper(paper.key), &paper);
        EXPECT_FALSE(paper.authors.empty()) << paper.key;
        EXPECT_EQ(paper.key.substr(paper.key.size() - 4), paper.year);
        const std::string entry = bibtex(paper);
        EXPECT_TRUE(std::all_of(entry.begin(), entry.end(), [](char c) { return c > 0; }))
            << "not plain ASCII: " << entry;
    }
    EXPECT_THAT([] { find_cited_paper("nie2009"); },
                ::testing::ThrowsMessage<UsageError>(::testing::HasSubstr("did you mean 'nie2008'")));
}

TEST(Citations, TextsHaveRolesAndPlaces) {
    const std::string gu = reference(find_cited_paper("gu2011")),
                      nie = reference(find_cited_paper("nie2008"));
    EXPECT_EQ(citation_text({{.key = "gu2011"}}), gu);
    EXPECT_EQ(citation_text({{.key = "gu2011", .place = "eq. 4", .role = "after"}, {.key = "nie2008"}}),
              "after " + gu + ", eq. 4; " + nie);
    EXPECT_THROW(citation_text({{.key = "nobody1900"}}), UsageError);
}

}  // namespace
}  // namespace tamis
