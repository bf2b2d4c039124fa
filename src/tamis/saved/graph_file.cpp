#include "tamis/saved/graph_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tamis/io/npz.hpp"

namespace tamis {

namespace {

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
            fail("row " + std::to_string(entry.row + 1) + ", column " + std::to_string(entry.column + 1) +
                 " is outside a graph of " + std::to_string(samples) +
                 " samples (Matrix Market counts from 1)");
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

Index whole(double value, const std::string& path) {
    const auto number = static_cast<Index>(value);
    if (static_cast<double>(number) != value) throw Error(path + ": an index is not a whole number");
    return number;
}

// What scipy.sparse.save_npz writes: compressed rows or columns (the same for a symmetric matrix), or a list
// of entries.
Graph read_npz_graph(const std::string& path) {
    const std::vector<NpzArray> arrays = read_npz(path);
    const auto numbers = [&](const char* name) -> const std::vector<double>& {
        return find_array(arrays, name, path).numbers;
    };
    const NpzArray& format = find_array(arrays, "format", path);
    const std::string kind = format.texts.empty() ? "" : format.texts.front();
    const std::vector<double>&shape = numbers("shape"), &weights = numbers("data");
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] < 1 || shape[0] > 2147483647.0)
        throw Error(path + ": a graph needs a square matrix with a row per sample");
    std::vector<GraphEntry> entries;
    if (kind == "coo") {
        const std::vector<double>&rows = numbers("row"), &columns = numbers("col");
        if (rows.size() != weights.size() || columns.size() != weights.size())
            throw Error(path + ": row, col and data have different lengths");
        for (std::size_t p = 0; p < weights.size(); ++p)
            entries.push_back({whole(rows[p], path), whole(columns[p], path), weights[p]});
    } else if (kind == "csr" || kind == "csc") {
        const std::vector<double>&columns = numbers("indices"), &starts = numbers("indptr");
        if (columns.size() != weights.size() || starts.size() != static_cast<std::size_t>(shape[0]) + 1 ||
            starts.front() != 0.0 || starts.back() != static_cast<double>(weights.size()))
            throw Error(path + ": indptr, indices and data do not belong together");
        for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
            if (starts[i] > starts[i + 1]) throw Error(path + ": indptr decreases");
            for (Index p = whole(starts[i], path); p < whole(starts[i + 1], path); ++p)
                entries.push_back({static_cast<Index>(i), whole(columns[static_cast<std::size_t>(p)], path),
                                   weights[static_cast<std::size_t>(p)]});
        }
    } else {
        throw Error(path + ": holds a sparse matrix of format '" + kind +
                    "'; save it as csr, csc or coo with scipy.sparse.save_npz");
    }
    Graph graph = make_graph(static_cast<Index>(shape[0]), std::move(entries), path);
    check_user_graph(graph, graph.samples, path);
    return graph;
}

}  // namespace

Graph read_graph(std::istream& stream, const std::string& name) {
    Graph graph = MarketReader(stream, name).read();
    check_user_graph(graph, graph.samples, name);
    return graph;
}

Graph read_graph(const std::string& path) {
    if (path.ends_with(".npz")) return read_npz_graph(path);
    if (!path.ends_with(".mtx"))
        throw Error("cannot read " + path +
                    " as a graph: the formats are Matrix Market (.mtx) and sparse matrices of SciPy (.npz)");
    std::ifstream stream(path);
    if (!stream) throw Error("cannot open the graph " + path);
    return read_graph(stream, path);
}

void write_graph(std::ostream& stream, const Graph& graph) {
    require_graph(graph, graph.samples);
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
