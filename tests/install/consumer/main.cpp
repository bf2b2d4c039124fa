// A user's program, with nothing but the installed package: files, and data that are already in memory as
// doubles, floats, by columns or sparse.
#include <cstdio>
#include <string>
#include <tamis/tamis.hpp>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("wrong: %s\n", what);
    ++failures;
}

void save_and_load_a_selection(const tamis::Dataset& data) {
    const tamis::Graph graph = tamis::build_graph(data.x, {.neighbors = 5});
    const tamis::Selection top = tamis::laplacian(data.x, graph, {.k = 20});
    tamis::save("digits_top20.csv", tamis::columns(data, top));

    const tamis::Dataset back = tamis::load("digits_top20.csv");
    expect(back.samples() == data.samples() && back.features() == 20, "the shape of the saved file");
    expect(back.labels.of == data.labels.of, "the labels of the saved file");
    const tamis::DenseMatrix chosen = tamis::to_dense(tamis::take_columns(data.x, top.selected));
    for (tamis::Index i = 0; i < back.samples(); ++i)
        for (tamis::Index j = 0; j < back.features(); ++j)
            if (back.x.dense()(i, j) != chosen(i, j)) return expect(false, "a cell of the saved file");
}

// The digits are whole numbers, so floats hold them exactly and every storage gives the same result.
void select_from_memory(const tamis::Dataset& data) {
    const tamis::Index rows = data.samples(), cols = data.features();
    const tamis::DenseMatrix cells = tamis::to_dense(data.x);
    std::vector<float> floats(cells.data(), cells.data() + rows * cols);
    std::vector<double> by_columns;
    for (tamis::Index j = 0; j < cols; ++j)
        for (tamis::Index i = 0; i < rows; ++i) by_columns.push_back(cells(i, j));
    std::vector<tamis::Index> row_start = {0};
    std::vector<tamis::Small> columns;
    std::vector<float> values;
    for (tamis::Index i = 0; i < rows; ++i) {
        for (tamis::Index j = 0; j < cols; ++j) {
            if (cells(i, j) == 0.0) continue;
            columns.push_back(static_cast<tamis::Small>(j));
            values.push_back(static_cast<float>(cells(i, j)));
        }
        row_start.push_back(static_cast<tamis::Index>(columns.size()));
    }

    const tamis::Selection wanted = tamis::fisher(tamis::DenseView(cells.data(), rows, cols), data.labels);
    const auto same = [&](const tamis::MatrixView& x) {
        return tamis::fisher(x, data.labels).selected == wanted.selected;
    };
    expect(same(tamis::MatrixView::of(floats.data(), rows, cols)), "selection from floats");
    expect(same(tamis::MatrixView::of_columns(by_columns.data(), rows, cols)), "selection from columns");
    expect(same(tamis::MatrixView::of_csr(rows, cols, row_start, columns, values)), "selection from CSR");

    row_start[3] = row_start[5] + 1;
    try {
        tamis::MatrixView::of_csr(rows, cols, row_start, columns, values);
        expect(false, "falling offsets were taken");
    } catch (const tamis::Error& error) {
        std::printf("a damaged matrix is answered with: %s\n", error.what());
    }
}

void project(const tamis::Dataset& data) {
    const tamis::Projection plane = tamis::flda(data.x, data.labels, {.dim = 2});
    const tamis::DenseMatrix projected = tamis::project_rows(plane, data.x);
    expect(projected.rows() == data.samples() && projected.cols() == 2, "the shape of the projected data");
}

void compare(const tamis::Dataset& data) {
    tamis::EvaluateRequest request;
    request.methods = {"fisher", "variance"};
    request.protocol = tamis::parse_protocol("holdout:0.5x2");
    const tamis::EvaluateRun run = tamis::run_evaluate(data, request);
    for (const tamis::SummaryRow& row : run.summary.rows)
        if (row.measure.metric == "accuracy" && row.mean < 0.2)
            expect(false, "accuracy far below what digits give");
    expect(run.complete && !run.rows.empty(), "the comparison is complete");
}

}  // namespace

int main() {
    const tamis::Dataset data = tamis::load("digits");
    save_and_load_a_selection(data);
    select_from_memory(data);
    project(data);
    compare(data);
    std::printf("tamis %s: %s\n", tamis::version(), failures == 0 ? "all as expected" : "see above");
    return failures;
}
