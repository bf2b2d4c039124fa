// tamis cite: the papers behind the methods, as BibTeX.
#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "tamis/core/citations/citations.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis::cli {

namespace {

// A name may stand for a selector and a projector, or be the key of a paper.
std::vector<std::string> keys_of(const std::string& name) {
    std::vector<std::string> keys, known;
    const auto look_at = [&](const auto& table) {
        for (const auto& entry : table) {
            known.push_back(entry.about.name);
            if (entry.about.name == name)
                for (const Citation& citation : entry.about.citation) keys.push_back(citation.key);
        }
    };
    look_at(methods());
    look_at(projectors());
    for (const CitedPaper& paper : cited_papers()) {
        known.emplace_back(paper.key);
        if (paper.key == name) keys.push_back(name);
    }
    if (keys.empty()) throw UsageError(unknown_name("method or paper", name, known));
    return keys;
}

// Every paper once, in the order of the first name that cites it.
std::string entries(const std::vector<std::string>& names) {
    std::vector<std::string> printed;
    std::string text;
    for (const std::string& name : names)
        for (const std::string& key : keys_of(name)) {
            if (std::find(printed.begin(), printed.end(), key) != printed.end()) continue;
            printed.push_back(key);
            text += (text.empty() ? "" : "\n") + bibtex(find_cited_paper(key));
        }
    return text;
}

}  // namespace

void add_cite(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("cite", "print the papers behind the methods as BibTeX");
    const auto names = std::make_shared<std::vector<std::string>>();
    command
        .add_option("NAME", *names, "methods, projectors or keys of papers, as in 'tamis cite gfs nie2008'")
        ->type_name("");
    command.footer("Example:\n  tamis cite laplacian trln");
    command.callback([names, &session] {
        session.action = [names, &session] {
            if (names->empty())
                throw UsageError(
                    "cite takes the names of methods or papers, as in 'tamis cite laplacian' or 'tamis cite "
                    "nie2008'; 'tamis methods' lists the methods");
            session.console.result(entries(*names));
        };
    });
}

}  // namespace tamis::cli
