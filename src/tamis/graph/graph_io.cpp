#include "tamis/graph/graph_io.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "tamis/core/error.hpp"
#include "tamis/core/value.hpp"

namespace tamis {

namespace {

std::string position(Index row, Index column) {
    return std::string("(") + std::to_string(row + 1) + ", " + std::to_string(column + 1) + ")";
}

// One Matrix Market file, read line by line.
class MarketReader {
  public:
    MarketReader(std::istream& stream, const std::string& name) : stream_(stream), name_(name) {}

    Graph read() {
        read_banner();
        if (!next_line()) fail("the line with the size is missing");
        const Index rows = number<Index>("number of rows"), columns = number<Index>("number of columns"),
                    count = number<Index>("number of entries");
        end_of_line();
        if (rows != columns)
            fail("a graph needs a square matrix, not " + std::to_string(rows) + " x " +
                 std::to_string(columns));
        if (rows < 1 || rows > std::numeric_limits<Small>::max() || count < 0)
            fail("'" + line_ + "' is not the size of a graph");
        std::vector<GraphEntry> entries;
        for (Index seen = 0; seen < count; ++seen) {
            if (!next_line())
                fail("the file ends after " + std::to_string(seen) + " of " + std::to_string(count) +
                     " entries");
            const GraphEntry entry = read_entry(rows);
            entries.push_back(entry);
            if (symmetric_ && entry.row != entry.column)
                entries.push_back({entry.column, entry.row, entry.weight});
        }
        if (next_line()) fail("more entries than the " + std::to_string(count) + " that were announced");
        return make_graph(rows, std::move(entries), name_);
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(name_ + ", line " + std::to_string(line_number_) + ": " + what);
    }

    void read_banner() {
        std::getline(stream_, line_);
        line_number_ = 1;
        std::string lower = line_;
        std::ranges::transform(lower, lower.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        std::istringstream words(lower);
        std::string banner, object, format, field, symmetry;
        words >> banner >> object >> format >> field >> symmetry;
        if (banner != "%%matrixmarket" || object != "matrix")
            fail("not a Matrix Market file: it must begin with '%%MatrixMarket matrix'");
        if (format != "coordinate") fail("a graph must be in 'coordinate' format, not '" + format + "'");
        if (field != "real" && field != "integer" && field != "pattern")
            fail("weights must be 'real', 'integer' or 'pattern', not '" + field + "'");
        if (symmetry != "general" && symmetry != "symmetric")
            fail("a graph must be 'general' or 'symmetric', not '" + symmetry + "'");
        pattern_ = field == "pattern";
        symmetric_ = symmetry == "symmetric";
    }

    // The next line that is neither empty nor a comment.
    bool next_line() {
        while (std::getline(stream_, line_)) {
            ++line_number_;
            cursor_ = 0;
            skip_blanks();
            if (cursor_ < line_.size() && line_[cursor_] != '%') return true;
        }
        if (stream_.bad()) throw Error("cannot read " + name_);
        return false;
    }

    void skip_blanks() {
        while (cursor_ < line_.size() &&
               (line_[cursor_] == ' ' || line_[cursor_] == '\t' || line_[cursor_] == '\r'))
            ++cursor_;
    }

    template <class Number>
    Number number(const std::string& what) {
        skip_blanks();
        Number value{};
        const char* end_of_text = line_.data() + line_.size();
        const auto [end, error] = std::from_chars(line_.data() + cursor_, end_of_text, value);
        if (error != std::errc() || (end != end_of_text && *end != ' ' && *end != '\t' && *end != '\r'))
            fail("expected the " + what + " in '" + line_ + "'");
        cursor_ = static_cast<std::size_t>(end - line_.data());
        return value;
    }

    void end_of_line() {
        skip_blanks();
        if (cursor_ < line_.size()) fail("'" + line_.substr(cursor_) + "' is one number too many");
    }

    GraphEntry read_entry(Index samples) {
        GraphEntry entry{};
        entry.row = number<Index>("row") - 1;
        entry.column = number<Index>("column") - 1;
        entry.weight = pattern_ ? 1.0 : number<double>("weight");
        end_of_line();
        if (entry.row < 0 || entry.row >= samples || entry.column < 0 || entry.column >= samples)
            fail("position " + position(entry.row, entry.column) + " is outside a graph of " +
                 std::to_string(samples) + " samples (positions count from 1)");
        if (!std::isfinite(entry.weight) || entry.weight < 0.0)
            fail("a weight must be a finite number >= 0, not " + to_text(Value(entry.weight)));
        return entry;
    }

    std::istream& stream_;
    std::string name_;
    std::string line_;
    std::size_t cursor_ = 0;
    Index line_number_ = 0;
    bool pattern_ = false;
    bool symmetric_ = false;
};

}  // namespace

Graph make_graph(Index samples, std::vector<GraphEntry> entries, const std::string& name) {
    std::sort(entries.begin(), entries.end(), [](const GraphEntry& a, const GraphEntry& b) {
        return a.row < b.row || (a.row == b.row && a.column < b.column);
    });
    Graph graph;
    graph.samples = samples;
    graph.row_start.assign(static_cast<std::size_t>(samples) + 1, 0);
    for (std::size_t p = 0; p < entries.size(); ++p) {
        const GraphEntry& entry = entries[p];
        if (entry.row < 0 || entry.row >= samples || entry.column < 0 || entry.column >= samples)
            throw Error(name + ": position " + position(entry.row, entry.column) + " is outside a graph of " +
                        std::to_string(samples) + " samples");
        if (p > 0 && entry.row == entries[p - 1].row && entry.column == entries[p - 1].column)
            throw Error(name + ": the entry " + position(entry.row, entry.column) + " is given twice");
        if (entry.weight == 0.0) continue;
        ++graph.row_start[static_cast<std::size_t>(entry.row) + 1];
        graph.neighbors.push_back(static_cast<Small>(entry.column));
        graph.weights.push_back(entry.weight);
    }
    for (std::size_t i = 1; i < graph.row_start.size(); ++i) graph.row_start[i] += graph.row_start[i - 1];
    set_degrees(graph);
    return graph;
}

void check_user_graph(const Graph& graph, Index samples, const std::string& name) {
    if (graph.samples != samples)
        throw Error(name + " is a graph of " + std::to_string(graph.samples) + " samples and the data have " +
                    std::to_string(samples));
    // Rows are visited in order, so the entries (l, i) of row l come up in order of i as well.
    std::vector<Index> next(graph.row_start.begin(), graph.row_start.end() - 1);
    for (Index i = 0; i < samples; ++i)
        for (Index p = graph.row_start[static_cast<std::size_t>(i)];
             p < graph.row_start[static_cast<std::size_t>(i) + 1]; ++p) {
            const Small l = graph.neighbors[static_cast<std::size_t>(p)];
            const double weight = graph.weights[static_cast<std::size_t>(p)];
            if (l < 0 || l >= samples)
                throw Error(name + ": position " + position(i, l) + " is outside a graph of " +
                            std::to_string(samples) + " samples");
            if (!std::isfinite(weight) || weight < 0.0)
                throw Error(name + ": the weight at " + position(i, l) +
                            " must be a finite number >= 0, not " + to_text(Value(weight)));
            const Index mirror = next[static_cast<std::size_t>(l)]++;
            if (mirror >= graph.row_start[static_cast<std::size_t>(l) + 1] ||
                graph.neighbors[static_cast<std::size_t>(mirror)] != i ||
                graph.weights[static_cast<std::size_t>(mirror)] != weight)
                throw Error(name + " is not symmetric: look at row " + std::to_string(l + 1) +
                            ", near column " + std::to_string(i + 1) +
                            "; give both entries of an edge the same weight, or write the " +
                            "file as 'symmetric' with the lower triangle alone");
        }
}

Graph read_graph(std::istream& stream, const std::string& name) {
    Graph graph = MarketReader(stream, name).read();
    check_user_graph(graph, graph.samples, name);
    return graph;
}

Graph read_graph(const std::string& path) {
    if (!path.ends_with(".mtx"))
        throw Error("cannot read " + path +
                    " as a graph: the formats are Matrix Market (.mtx) and sparse matrices of SciPy (.npz)");
    std::ifstream stream(path);
    if (!stream) throw Error("cannot open the graph " + path);
    return read_graph(stream, path);
}

void write_graph(std::ostream& stream, const Graph& graph) {
    Index count = 0;
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[static_cast<std::size_t>(i)];
             p < graph.row_start[static_cast<std::size_t>(i) + 1]; ++p)
            if (graph.neighbors[static_cast<std::size_t>(p)] <= i) ++count;
    stream << "%%MatrixMarket matrix coordinate real symmetric\n"
           << graph.samples << ' ' << graph.samples << ' ' << count << '\n';
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[static_cast<std::size_t>(i)];
             p < graph.row_start[static_cast<std::size_t>(i) + 1]; ++p) {
            const Small l = graph.neighbors[static_cast<std::size_t>(p)];
            if (l > i) continue;
            char text[32];  // the shortest text that gives the same number back
            const auto end =
                std::to_chars(text, text + sizeof text, graph.weights[static_cast<std::size_t>(p)]).ptr;
            stream << i + 1 << ' ' << l + 1 << ' ';
            stream.write(text, end - text) << '\n';
        }
}

}  // namespace tamis
