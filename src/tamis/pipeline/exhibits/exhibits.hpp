// What a report shows of the data behind a result, as plain data: never the data themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

// How the features of an image lie: pixel (row, column) is feature row·width + column by rows, and
// column·height + row by columns.
enum class PixelOrder { rows, columns };
std::string to_text(PixelOrder order);

struct ImageShape {
    Index height = 0, width = 0;
    PixelOrder order = PixelOrder::rows;

    bool operator==(const ImageShape&) const = default;
    // "8x8", "32x24:columns"; throws UsageError for anything else.
    static ImageShape parse(const std::string& text);
};

// Throws UsageError unless the image has as many pixels as `data` has features.
void check_image(const ImageShape& image, Index features, const std::string& data);

// Numbers counted in bins of equal width from low to high. If all of them are equal, low is high and there is
// one bin. `counts` has one list per group.
struct Histogram {
    double low = 0.0, high = 0.0;
    std::vector<std::vector<Index>> counts;
};

struct FeatureHistogram {
    Index feature = 0;
    Histogram histogram;  // one list per entry of Exhibits::histogram_classes, or one list without classes
};

// Samples in a plane.
struct MapPlane {
    std::vector<double> x, y;
    std::vector<std::string> axes;  // "pca1", "pca2": what x and y are
    std::vector<double> explained;  // share of the variance of x and of y; PCA alone
};

struct SampleMap {
    std::vector<Index> samples;  // rows of the data, ascending
    std::vector<Index> classes;  // of these, -1 for none; empty without labels
    Index features = 0;          // that the planes are made of, the first chosen ones; of a projection all
    std::optional<MapPlane> pca, flda;
    std::optional<MapPlane> projected;  // of a projection, in place of the two above
    std::string note;                   // why a plane is missing or flatters; may be empty
};

struct GraphExhibit {
    Histogram degrees;  // sums of the weights at every sample
    Histogram weights;  // of the edges, without self loops
};

// Of a comparison of pixels: how often a method chose each of them.
struct PixelMask {
    std::string data, label;  // data set, method
    Index k = 0, clusters = 0;
    std::vector<double> share;  // of the splits, per feature
};

struct Exhibits {
    Scaling scale = Scaling::none;             // of the data that are shown: as the method saw them
    std::vector<FeatureHistogram> histograms;  // of the chosen features, then of the next ones by score
    std::vector<std::string> histogram_classes;
    std::vector<Index> correlated;                  // the chosen features, the first ones
    std::vector<std::vector<double>> correlations;  // of each with each; NaN where one does not vary
    std::optional<SampleMap> map;
    std::optional<GraphExhibit> graph;
    std::vector<double> contributions;  // of a projection, per feature: weight times standard deviation
    std::optional<ImageShape> image;
    std::vector<PixelMask> masks;

    bool empty() const {
        return histograms.empty() && correlated.empty() && !map && !graph && contributions.empty() &&
               !image && masks.empty();
    }
};

}  // namespace tamis
