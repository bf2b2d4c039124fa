// Directions that tell the classes apart, learned on one half of the samples and applied to the other.
#include <cstdio>
#include <tamis/tamis.hpp>

int main() {
    const tamis::Dataset data = tamis::load("digits");
    std::vector<tamis::Index> even, odd;
    for (tamis::Index i = 0; i < data.samples(); ++i) (i % 2 == 0 ? even : odd).push_back(i);
    const tamis::Matrix train = tamis::take_rows(data.x, even), test = tamis::take_rows(data.x, odd);
    const tamis::Labels labels = tamis::take_labels(data.labels, even);

    // One call per method. Some pixels are always blank, so the scatter within the classes is singular; a
    // little regularization is on by default.
    const tamis::Projection fisher = tamis::flda(train, labels, {.dim = 2});
    std::printf("flda: eigenvalues %.3f and %.3f\n", fisher.eigenvalues[0], fisher.eigenvalues[1]);
    const tamis::DenseMatrix projected = tamis::project_rows(fisher, test);
    std::printf("the other half in %lld dimensions: first sample at (%.2f, %.2f)\n",
                static_cast<long long>(projected.cols()), projected(0, 0), projected(0, 1));

    // By name, after a PCA, as the command line does it.
    const tamis::ProjectRequest request{
        .method = tamis::configure_projector("trln", {{"alpha", 0.1}}), .dim = 9, .pca = 0.95};
    const tamis::ProjectionModel model = tamis::fit_projection(train, labels, request);
    const std::vector<double>& trace = model.projection.objective.trace;
    std::printf("trln: F from %.1f to %.1f in %lld iterations, never rising\n", trace.front(), trace.back(),
                static_cast<long long>(model.projection.iterations));
    for (std::size_t i = 1; i < trace.size(); ++i)
        if (trace[i] > trace[i - 1]) return 1;
    return tamis::apply_model(model, test).cols() == 9 ? 0 : 1;
}
