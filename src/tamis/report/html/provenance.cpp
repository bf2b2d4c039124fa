#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/version.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/comparison.hpp"
#include "tamis/report/html/method_words.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string code(const std::string& text) { return "<code>" + html_text(shortened(text, 2000)) + "</code>"; }

// "gamma = 100, refine = none"
std::string options_html(const Node& options) {
    std::string text;
    if (!options || !options.is_object()) return text;
    for (const auto& [name, value] : options.entries())
        text += (text.empty() ? "" : ", ") + html_text(shortened(name, 60)) + " = " +
                html_text(shortened(value.shown(), 200));
    return text;
}

// A word of a command as a shell reads it.
std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_./-+:,@%") == word.npos;
    if (plain) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

void add_data(const Node& data, Pairs& pairs) {
    if (!data || !data.is_object()) return;
    pairs.emplace_back("data", name_html(data["name"].text(), 200));
    if (data["hash"]) pairs.emplace_back("hash of the data", code(data["hash"].text()));
    if (const std::string how = options_html(data["options"]); !how.empty())
        pairs.emplace_back("how it was read", how);
}

std::string seconds_html(const Node& seconds) {
    std::string text;
    for (const auto& [stage, value] : seconds.entries())
        if (value.is_number())
            text += (text.empty() ? "" : ", ") + html_text(stage == "trust" ? "how sure" : stage) + " " +
                    html_text(duration_text(value.number()));
    return text;
}

void add_bibtex(const Result& result, Section& section) {
    std::vector<std::string> entries;
    const auto add = [&](const std::string& text) {
        if (!text.empty() && std::find(entries.begin(), entries.end(), text) == entries.end())
            entries.push_back(text);
    };
    if (result.kind == ResultKind::selection || result.kind == ResultKind::projection)
        add(method_bibtex(result.method, result.kind == ResultKind::projection));
    if (result.kind == ResultKind::reproduction) add(paper_bibtex(result.root["paper"].text()));
    for (const Node& row : result.root["summary"].items()) {
        const std::string method = row["method"].text();
        const std::string own = method_bibtex(method, false);
        add(own.empty() ? method_bibtex(method, true) : own);
    }
    if (entries.empty()) return;
    section.subheading("To cite");
    std::string text;
    for (const std::string& entry : entries) text += (text.empty() ? "" : "\n") + entry;
    std::string escaped;
    for (std::size_t from = 0; from < text.size();) {  // html_text keeps no line ends
        const std::size_t end = std::min(text.find('\n', from), text.size());
        escaped += html_text(text.substr(from, end - from)) + "\n";
        from = end + 1;
    }
    section.html("<pre tabindex=\"0\" aria-label=\"BibTeX\"><code>" + escaped + "</code></pre>\n");
}

}  // namespace

Section provenance_part(const Result& result, const std::string& command) {
    Section section("provenance", "Where this comes from");
    const Node& root = result.root;
    Pairs pairs;
    if (!command.empty()) pairs.emplace_back("command", code(command));
    if (!result.method.empty())
        pairs.emplace_back("method", code(result.method) + " – " + html_text(result.title));
    if (const std::string options = options_html(root["params"]); !options.empty())
        pairs.emplace_back("options", options);
    if (const std::string options = options_html(root["options"]); !options.empty())
        pairs.emplace_back("options", options);
    if (root["protocol"]) pairs.emplace_back("protocol", html_text(root["protocol"].text()));
    if (root["citation"]) pairs.emplace_back("paper", html_text(root["citation"].text()));
    if (root["data"] && root["data"].is_list())
        for (const Node& one : root["data"].items()) add_data(one, pairs);
    else
        add_data(root["data"], pairs);
    if (const Node graph = root["graph"]; graph && graph["hash"])
        pairs.emplace_back("hash of the graph", code(graph["hash"].text()));
    if (root["seed"]) pairs.emplace_back("seed", html_text(root["seed"].shown()));
    pairs.emplace_back("made with", "tamis " + html_text(root["version"].text()) +
                                        (root["version"].text() == version()
                                             ? std::string()
                                             : ", this page with tamis " + std::string(version())));
    if (root["seconds"] && root["seconds"].is_object())
        pairs.emplace_back("time", seconds_html(root["seconds"]));
    if (result.kind == ResultKind::selection || result.kind == ResultKind::projection) {
        const std::string file = result.source.ends_with(".json") ? quoted(result.source) : "RESULT.json";
        pairs.emplace_back("to check it", code("tamis verify " + file + " " + quoted(result.data)));
    }
    section.pairs(pairs);
    add_bibtex(result, section);
    return section;
}

}  // namespace tamis::detail::html
