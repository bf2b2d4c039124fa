#include "tamis/core/dataset.hpp"

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis {

using namespace detail;

void detail::add_remark(Dataset& data, const Message& message, const Context& context) {
    data.remarks.push_back(context.spell ? message.text(context.spell) : message.text());
    if (context.warn) context.warn(data.remarks.back());
}

void check_dataset(const Dataset& data) {
    if (!data.labels.empty()) check_labels(data.labels, data.samples());
    if (!data.feature_names.empty() && static_cast<Index>(data.feature_names.size()) != data.features())
        throw Error(data.name + " has " + std::to_string(data.feature_names.size()) + " feature names for " +
                    std::to_string(data.features()) + " features");
    if (!data.lines.empty() && static_cast<Index>(data.lines.size()) != data.samples())
        throw Error(data.name + " has " + std::to_string(data.lines.size()) + " line numbers for " +
                    std::to_string(data.samples()) + " samples");
    if (!data.sample_names.empty() && static_cast<Index>(data.sample_names.size()) != data.samples())
        throw Error(data.name + " has " + std::to_string(data.sample_names.size()) + " sample names for " +
                    std::to_string(data.samples()) + " samples");
    Index last = -1;
    for (const CategoryColumn& category : data.categories) {
        if (category.column <= last || category.column >= data.features())
            throw Error(data.name + ": the columns with categories must be features, in ascending order");
        last = category.column;
    }
}

std::string feature_label(const Dataset& data, Index column) {
    if (column < 0 || column >= data.features())
        throw Error(data.name + " has no feature " + std::to_string(column) + " (counted from 0), only " +
                    std::to_string(data.features()));
    if (data.feature_names.empty()) return std::to_string(column);
    return data.feature_names.at(at(column));
}

Dataset take_features(const Dataset& data, std::span<const Index> columns) {
    check_dataset(data);
    Dataset taken;
    taken.name = data.name;
    taken.x = take_columns(data.x, columns);
    taken.labels = data.labels;
    taken.label_name = data.label_name;
    taken.label_column = data.label_column;
    taken.lines = data.lines;
    taken.sample_names = data.sample_names;
    taken.sample_column = data.sample_column;
    taken.remarks = data.remarks;
    if (!data.feature_names.empty())
        for (const Index column : columns) taken.feature_names.push_back(data.feature_names[at(column)]);
    for (std::size_t position = 0; position < columns.size(); ++position)
        for (const CategoryColumn& category : data.categories)
            if (category.column == columns[position])
                taken.categories.push_back({static_cast<Index>(position), category.values, category.place});
    return taken;
}

Dataset columns(const Dataset& data, const Selection& selection) {
    return take_features(data, selection.selected);
}

std::string data_hash(const MatrixView& x, const Labels& labels, const Context& context) {
    if (!labels.empty()) check_labels(labels, x.rows());
    std::vector<std::uint64_t> hashes(at(x.rows()));
    parallel_chunks(context, x.rows(), 256, [&](const Chunk& chunk) {
        RowHasher hash;
        for (Index i = chunk.begin; i < chunk.end; ++i) hashes[at(i)] = hash(x, i);
    });
    return combined_hash(x.cols(), hashes, labels);
}

}  // namespace tamis
