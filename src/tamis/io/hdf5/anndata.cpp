// AnnData: samples are "obs", features are "var"; X and every layer are obs × var. Written by anndata 0.7 and
// later (https://anndata.readthedocs.io/en/latest/fileformat-prose.html).
#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/hdf5/formats.hpp"
#include "tamis/io/hdf5/h5ad.hpp"
#include "tamis/io/hdf5/matrices.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace hdf5 {

namespace {

// "has no layer 'count': did you mean 'counts'? Layers: counts"
std::string unknown_entry(const std::string& what, const std::string& name,
                          const std::vector<std::string>& known, const std::string& kind) {
    const std::string nearest = suggestion(name, known);
    return what + " '" + name + "'" + nearest +
           (known.empty() ? ": it has none" : (nearest.empty() ? ". " : " ") + kind + ": " + joined(known));
}

class AnnData {
  public:
    explicit AnnData(const File& file) : file_(file) {
        for (const char* table : {"obs", "var"}) {
            if (file.is_array(table))
                file.fail(
                    std::string(table) +
                    " is a table of an anndata before 0.7: read the file with a newer anndata and write it "
                    "again");
            if (!file.is_group(table))
                file.fail("has no " + std::string(table) + ": it is not an AnnData file");
        }
    }

    // Where X or the layer is in the file.
    std::string data_place(const std::string& layer) const {
        const std::vector<std::string> layers = file_.members("layers");
        if (!layer.empty() && layer != "X") {
            if (std::find(layers.begin(), layers.end(), layer) == layers.end())
                file_.fail(layers.empty() ? "has no layer '" + layer + "', and no other either"
                                          : unknown_entry("has no layer", layer, layers, "Layers"));
            return "layers/" + layer;
        }
        if (!is_matrix("X")) {
            if (layers.empty()) file_.fail("has no X and no layers");
            throw Error(file_.path() + ": has no X", "choose one of its layers (" + joined(layers) +
                                                         ") with " + option("layer", layers.front()));
        }
        return "X";
    }

    // The names of the rows of "obs" or "var".
    std::vector<std::string> names(const std::string& table, Index count) const {
        const std::string index = file_.text_attribute(table, "_index").value_or("_index");
        const std::string name = table + "/" + index;
        std::vector<std::string> texts;
        if (file_.is_array(name)) {
            const Array array = file_.array(name);
            if (array.kind() == Array::Kind::texts)
                texts = array.texts();
            else
                for (const Index number : array.whole_numbers()) texts.push_back(std::to_string(number));
        } else if (file_.is_array(name + "/values")) {
            texts = file_.array(name + "/values").texts();
        } else {
            file_.fail(table + " has no index '" + index + "': it is damaged");
        }
        require_count(name, static_cast<Index>(texts.size()), count, table);
        return texts;
    }

    std::optional<std::string> find_label(const std::string& label) const {
        if (label == "none") return std::nullopt;
        const std::vector<std::string> columns = obs_columns();
        if (label == "auto") {
            for (const char* name : {"Y", "gnd", "y"})
                if (std::find(columns.begin(), columns.end(), name) != columns.end()) return name;
            const auto found = std::find_if(columns.begin(), columns.end(), is_label_name);
            return found == columns.end() ? std::nullopt : std::optional(*found);
        }
        if (std::find(columns.begin(), columns.end(), label) == columns.end())
            file_.fail(unknown_entry("obs has no column", label, columns, "Columns"));
        return label;
    }

    Labels read_labels(const std::string& column, Index samples) const {
        const std::string name = "obs/" + column;
        if (file_.is_array(name + "/codes"))
            return categorical(name + "/codes", name + "/categories", samples);
        const std::string before_08 = "obs/__categories/" + column;
        if (file_.is_array(before_08)) return categorical(name, before_08, samples);
        if (file_.is_array(name + "/values")) return nullable(name, samples);
        if (!file_.is_array(name)) file_.fail(name + " holds no values that could be labels");
        const Array array = file_.array(name);
        require_count(name, array.cells(), samples, "obs");
        if (array.kind() != Array::Kind::texts) return make_labels(array.numbers());
        return text_labels(array.texts());
    }

  private:
    bool is_matrix(const std::string& name) const { return file_.is_array(name) || sparse_form(file_, name); }

    void require_count(const std::string& name, Index count, Index wanted, const std::string& table) const {
        if (count != wanted)
            file_.fail(name + " has " + std::to_string(count) + " entries where the matrix has " +
                       std::to_string(wanted) + (table == "obs" ? " rows" : " columns"));
    }

    std::vector<std::string> obs_columns() const {
        const std::string index = file_.text_attribute("obs", "_index").value_or("_index");
        std::vector<std::string> columns;
        for (const std::string& member : file_.members("obs"))
            if (member != index && member != "__categories") columns.push_back(member);
        return columns;
    }

    static Labels text_labels(std::vector<std::string> texts) {
        for (std::string& text : texts)
            if (is_missing(text)) text.clear();
        return make_labels(texts);
    }

    // Codes point into the categories; -1 stands for a missing value.
    Labels categorical(const std::string& codes_name, const std::string& categories_name,
                       Index samples) const {
        const std::vector<Small> codes = file_.array(codes_name).positions();
        require_count(codes_name, static_cast<Index>(codes.size()), samples, "obs");
        const Array categories = file_.array(categories_name);
        const auto known =
            static_cast<Small>(std::min<Index>(categories.cells(), std::numeric_limits<Small>::max()));
        for (std::size_t i = 0; i < codes.size(); ++i)
            if (codes[i] < -1 || codes[i] >= known)
                file_.fail(codes_name + ": is damaged: row " + std::to_string(i) +
                           " (counted from 0) has code " + std::to_string(codes[i]) + ", but there are " +
                           std::to_string(known) + " categories");
        if (categories.kind() == Array::Kind::texts) {
            const std::vector<int> ids(codes.begin(), codes.end());
            return labels_from_ids(categories.texts(), ids);
        }
        const std::vector<double> values = categories.numbers();
        std::vector<double> labels;
        for (const Small code : codes)
            labels.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : values[at(code)]);
        return make_labels(labels);
    }

    // Values beside a mask of those that are missing.
    Labels nullable(const std::string& name, Index samples) const {
        const Array array = file_.array(name + "/values");
        require_count(name, array.cells(), samples, "obs");
        std::vector<double> missing(at(samples), 0.0);
        if (file_.is_array(name + "/mask")) missing = file_.array(name + "/mask").numbers();
        require_count(name + "/mask", static_cast<Index>(missing.size()), samples, "obs");
        if (array.kind() == Array::Kind::texts) {
            std::vector<std::string> texts = array.texts();
            for (std::size_t i = 0; i < texts.size(); ++i)
                if (missing[i] != 0.0) texts[i].clear();
            return text_labels(std::move(texts));
        }
        std::vector<double> values = array.numbers();
        for (std::size_t i = 0; i < values.size(); ++i)
            if (missing[i] != 0.0) values[i] = std::numeric_limits<double>::quiet_NaN();
        return make_labels(values);
    }

    const File& file_;
};

}  // namespace

Dataset load_anndata(const File& file, const LoadOptions& options, const Context& context) {
    return load_anndata(file, options,
                        [&](const std::string& place) { return read_matrix(file, place, false, context); });
}

Dataset load_anndata(const File& file, const LoadOptions& options,
                     FunctionRef<Matrix(const std::string& place)> read) {
    if (!options.data_variable.empty() || !options.label_variable.empty())
        throw UsageError(file.path() + ": an AnnData file has layers and obs columns",
                         "choose the data with " + option("layer", "NAME") + " and the classes with " +
                             option("label", "COLUMN"));
    if (options.transpose)
        throw UsageError(file.path() + ": the rows of an AnnData file are the samples",
                         "leave " + option("transpose") + " out");
    const AnnData parts(file);
    const auto label = parts.find_label(options.label);
    Dataset data;
    data.x = read(parts.data_place(options.layer));
    data.feature_names = parts.names("var", data.features());
    data.sample_names = parts.names("obs", data.samples());
    if (label) {
        data.labels = parts.read_labels(*label, data.samples());
        data.label_name = *label;
    }
    return data;
}

}  // namespace hdf5

SparseMatrix load_obsp(const std::string& path, const std::string& name) {
    const hdf5::File file(path);
    const std::vector<std::string> graphs = file.members("obsp");
    if (std::find(graphs.begin(), graphs.end(), name) == graphs.end())
        file.fail(hdf5::unknown_entry("obsp has no", name, graphs, "Graphs"));
    const Matrix graph = hdf5::read_matrix(file, "obsp/" + name, false, {});
    return to_sparse(graph);
}

}  // namespace tamis::detail
