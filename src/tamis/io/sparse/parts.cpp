#include "tamis/io/sparse/parts.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/io/justified.hpp"

namespace tamis::detail {

namespace {

class PartsChecker {
  public:
    PartsChecker(const CompressedParts& parts, const std::string& where, const PartNames& names)
        : parts_(parts), where_(where), names_(names) {}

    void check_lengths() const {
        if (lines() < 0 || width() < 0) fail("has a negative size");
        if (static_cast<Index>(parts_.starts.size()) != lines() + 1)
            fail(std::string(names_.starts) + " has " + std::to_string(parts_.starts.size()) +
                 " numbers where " + std::to_string(lines()) + " " + line_name() + "s need " +
                 std::to_string(lines() + 1));
        if (parts_.positions.size() != parts_.values.size())
            fail(std::string(names_.positions) + " has " + std::to_string(parts_.positions.size()) +
                 " numbers and " + names_.values + " has " + std::to_string(parts_.values.size()));
        if (parts_.starts.front() != 0)
            fail(std::string(names_.starts) + " begins with " + std::to_string(parts_.starts.front()) +
                 ", not with 0");
        for (std::size_t i = 1; i < parts_.starts.size(); ++i)
            if (parts_.starts[i] < parts_.starts[i - 1])
                fail(std::string(names_.starts) + " decreases from " + std::to_string(parts_.starts[i - 1]) +
                     " to " + std::to_string(parts_.starts[i]) + " at position " + std::to_string(i) +
                     " (counted from 0)");
        if (parts_.starts.back() != static_cast<Index>(parts_.values.size()))
            fail(std::string(names_.starts) + " ends with " + std::to_string(parts_.starts.back()) +
                 " where there are " + std::to_string(parts_.values.size()) + " values");
    }

    // Whether every line's positions ascend; throws where one is outside the matrix.
    bool check_positions() const {
        bool ascend = true;
        for (Index i = 0; i < lines(); ++i)
            for (Index p = parts_.starts[at(i)]; p < parts_.starts[at(i + 1)]; ++p) {
                const Small position = parts_.positions[at(p)];
                if (position < 0 || position >= width())
                    fail(line_name() + " " + std::to_string(i) + " has a cell in " + cross_name() + " " +
                         std::to_string(position) + ", but the " + cross_name() + "s are 0 to " +
                         std::to_string(width() - 1));
                ascend = ascend && (p == parts_.starts[at(i)] || parts_.positions[at(p - 1)] < position);
            }
        return ascend;
    }

    [[noreturn]] void twice(Index line, Small position) const {
        fail(line_name() + " " + std::to_string(line) + " has two cells in " + cross_name() + " " +
             std::to_string(position) + " (counted from 0)");
    }

  private:
    Index lines() const { return parts_.by_rows ? parts_.rows : parts_.cols; }
    Index width() const { return parts_.by_rows ? parts_.cols : parts_.rows; }
    std::string line_name() const { return parts_.by_rows ? "row" : "column"; }
    std::string cross_name() const { return parts_.by_rows ? "column" : "row"; }
    [[noreturn]] void fail(const std::string& what) const { throw Error(where_ + ": is damaged: " + what); }

    const CompressedParts& parts_;
    const std::string& where_;
    const PartNames& names_;
};

// Every line's cells by ascending position.
void sort_lines(CompressedParts& parts, const PartsChecker& checker) {
    std::vector<Index> order;
    std::vector<Small> positions;
    std::vector<double> values;
    for (std::size_t i = 0; i + 1 < parts.starts.size(); ++i) {
        const Index first = parts.starts[i];
        order.resize(at(parts.starts[i + 1] - first));
        std::iota(order.begin(), order.end(), first);
        std::sort(order.begin(), order.end(),
                  [&](Index a, Index b) { return parts.positions[at(a)] < parts.positions[at(b)]; });
        positions.clear();
        values.clear();
        for (const Index p : order) {
            if (!positions.empty() && positions.back() == parts.positions[at(p)])
                checker.twice(static_cast<Index>(i), positions.back());
            positions.push_back(parts.positions[at(p)]);
            values.push_back(parts.values[at(p)]);
        }
        std::copy(positions.begin(), positions.end(), parts.positions.begin() + first);
        std::copy(values.begin(), values.end(), parts.values.begin() + first);
    }
}

}  // namespace

void require_justified_rows(Index rows, std::size_t cells, const std::string& where) {
    if (!is_justified(static_cast<std::uint64_t>(rows) * sizeof(Index), cells * best_packing, false))
        throw Error(where + ": is damaged: it declares " + std::to_string(rows) + " rows and has " +
                    std::to_string(cells) + " cells");
}

SparseMatrix make_sparse(CompressedParts parts, const std::string& where, const PartNames& names) {
    const PartsChecker checker(parts, where, names);
    checker.check_lengths();
    if (!checker.check_positions()) sort_lines(parts, checker);
    CsrArrays arrays{std::move(parts.starts), std::move(parts.positions), std::move(parts.values)};
    if (!parts.by_rows) require_justified_rows(parts.rows, arrays.values.size(), where);
    if (parts.by_rows) return SparseMatrix(parts.rows, parts.cols, std::move(arrays));
    // Columns are the rows of the transposed matrix.
    return std::move(transposed(SparseMatrix(parts.cols, parts.rows, std::move(arrays))).sparse());
}

SparseMatrix make_sparse(Index rows, Index cols, CellList cells, const std::string& where) {
    require_justified_rows(rows, cells.values.size(), where);
    CompressedParts parts{
        .rows = rows, .cols = cols, .by_rows = true, .starts = {}, .positions = {}, .values = {}};
    parts.starts.assign(at(rows) + 1, 0);
    for (const Small row : cells.rows) ++parts.starts[at(row) + 1];
    std::partial_sum(parts.starts.begin(), parts.starts.end(), parts.starts.begin());
    std::vector<Index> next(parts.starts.begin(), parts.starts.end() - 1);
    parts.positions.resize(cells.values.size());
    parts.values.resize(cells.values.size());
    for (std::size_t p = 0; p < cells.values.size(); ++p) {
        const std::size_t place = at(next[at(cells.rows[p])]++);
        parts.positions[place] = cells.columns[p];
        parts.values[place] = cells.values[p];
    }
    cells = {};
    return make_sparse(std::move(parts), where);
}

}  // namespace tamis::detail
