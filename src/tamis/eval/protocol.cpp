#include "tamis/eval/protocol.hpp"

#include <charconv>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis {

using namespace detail;

namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw UsageError("protocol '" + text + "': " + why + "; protocols are " + protocol_grammar());
}

template <class Number>
Number parse_number(const std::string& whole, const std::string& part, const std::string& what) {
    Number number{};
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size() || part.empty())
        refuse(whole, "'" + part + "' is not " + what);
    return number;
}

Index parse_positive(const std::string& whole, const std::string& part, const std::string& what) {
    const auto number = parse_number<Index>(whole, part, what);
    if (number < 1) refuse(whole, "'" + part + "' is not " + what);
    return number;
}

struct Words {
    std::string name, first, repeats;
};

// NAME:FIRST or NAME:FIRSTxREPEATS; no number of repeats means one.
Words split_words(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return {text, "", "1"};
    const std::string name = text.substr(0, colon), numbers = text.substr(colon + 1);
    const std::size_t times = numbers.rfind('x');
    if (times == std::string::npos) return {name, numbers, "1"};
    return {name, numbers.substr(0, times), numbers.substr(times + 1)};
}

// What is wrong with the numbers of a protocol; empty if nothing is.
std::string trouble_of(const Protocol& protocol) {
    if (protocol.repeats < 1) return "at least one repeat is needed";
    switch (protocol.kind) {
        case ProtocolKind::holdout:
        case ProtocolKind::random:
            if (protocol.fraction > 0.0 && protocol.fraction < 1.0) return "";
            return "the fraction of training samples must lie between 0 and 1";
        case ProtocolKind::per_class:
            return protocol.count >= 1 ? "" : "at least one training sample per class is needed";
        case ProtocolKind::cv:
            return protocol.count >= 2 ? "" : "cross-validation needs two folds or more";
        case ProtocolKind::nested:
            return protocol.count >= 2 && protocol.inner >= 2
                       ? ""
                       : "nested needs two folds or more outside and inside, as in nested:5x5";
        case ProtocolKind::loo:
            return "";
        case ProtocolKind::cluster:
            break;
    }
    if (protocol.cluster_counts.empty()) return "at least one number of classes is needed";
    std::set<Index> seen;
    for (const Index count : protocol.cluster_counts) {
        if (count < 2) return "a clustering needs two classes or more";
        if (!seen.insert(count).second)
            return "the number of classes " + std::to_string(count) + " is given twice";
    }
    return "";
}

std::vector<Index> parse_list(const std::string& whole, const std::string& part) {
    std::vector<Index> numbers;
    std::size_t begin = 0;
    while (begin <= part.size()) {
        const std::size_t end = std::min(part.find(',', begin), part.size());
        numbers.push_back(parse_positive(whole, part.substr(begin, end - begin), "a number of classes"));
        begin = end + 1;
    }
    return numbers;
}

}  // namespace

std::string detail::protocol_grammar() {
    return "holdout:FRACTIONxREPEATS (as in holdout:0.5x20), random:FRACTIONxREPEATS (not stratified), "
           "per-class:COUNTxREPEATS (per-class:5x20), cv:FOLDSxREPEATS (cv:5x5), nested:OUTERxINNER "
           "(nested:5x5), loo, "
           "cluster:CLASSES,…xREPEATS (cluster:5,10x20); without xREPEATS there is one repeat";
}

Protocol parse_protocol(const std::string& text) {
    const Words words = split_words(text);
    Protocol protocol;
    if (words.name == "loo") {
        if (text != "loo") refuse(text, "loo takes no numbers");
        protocol.kind = ProtocolKind::loo;
        protocol.repeats = 1;
        return protocol;
    }
    const bool part = words.name == "holdout" || words.name == "random";
    const bool known = part || words.name == "per-class" || words.name == "cv" || words.name == "nested" ||
                       words.name == "cluster";
    if (!known) refuse(text, "there is no protocol '" + words.name + "'");
    if (words.first.empty()) refuse(text, words.name + " needs its numbers");
    protocol.repeats = parse_positive(text, words.repeats, "a number of repeats");
    if (part) {
        if (words.name == "random") protocol.kind = ProtocolKind::random;
        protocol.fraction = parse_number<double>(text, words.first, "a fraction");
    } else if (words.name == "per-class") {
        protocol.kind = ProtocolKind::per_class;
        protocol.count = parse_positive(text, words.first, "a number of training samples");
    } else if (words.name == "cv") {
        protocol.kind = ProtocolKind::cv;
        protocol.count = parse_positive(text, words.first, "a number of folds");
    } else if (words.name == "nested") {
        protocol.kind = ProtocolKind::nested;
        protocol.count = parse_positive(text, words.first, "a number of folds");
        protocol.inner = parse_positive(text, words.repeats, "a number of folds");
        protocol.repeats = 1;
    } else {
        protocol.kind = ProtocolKind::cluster;
        protocol.cluster_counts = parse_list(text, words.first);
    }
    if (const std::string trouble = trouble_of(protocol); !trouble.empty()) refuse(text, trouble);
    return protocol;
}

void check_protocol(const Protocol& protocol) {
    if (const std::string trouble = trouble_of(protocol); !trouble.empty())
        refuse(to_text(protocol), trouble);
}

std::string to_text(const Protocol& protocol) {
    const std::string repeats = "x" + std::to_string(protocol.repeats);
    switch (protocol.kind) {
        case ProtocolKind::holdout:
            return "holdout:" + to_text(Value(protocol.fraction)) + repeats;
        case ProtocolKind::random:
            return "random:" + to_text(Value(protocol.fraction)) + repeats;
        case ProtocolKind::per_class:
            return "per-class:" + std::to_string(protocol.count) + repeats;
        case ProtocolKind::cv:
            return "cv:" + std::to_string(protocol.count) + repeats;
        case ProtocolKind::nested:
            return "nested:" + std::to_string(protocol.count) + "x" + std::to_string(protocol.inner);
        case ProtocolKind::loo:
            return "loo";
        case ProtocolKind::cluster:
            break;
    }
    std::string list;
    for (const Index count : protocol.cluster_counts)
        list += (list.empty() ? "" : ",") + std::to_string(count);
    return "cluster:" + list + repeats;
}

}  // namespace tamis
