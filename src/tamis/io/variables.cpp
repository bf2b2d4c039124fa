#include "tamis/io/variables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

std::string Variable::text() const {
    std::string sides;
    for (std::size_t i = 0; i < shape.size(); ++i) sides += (i > 0 ? "×" : "") + std::to_string(shape[i]);
    return name + " (" + sides + (sides.empty() ? "" : " ") + type + ")";
}

void VariableFile::fail(const Message& what) const { throw Error(path_ + ": " + what); }

namespace {

std::string listed(const std::vector<const Variable*>& variables) {
    std::vector<std::string> texts;
    texts.reserve(variables.size());
    for (const Variable* variable : variables) texts.push_back(variable->text());
    return joined(texts);
}

class VariableLoader {
  public:
    VariableLoader(VariableFile& file, const LoadOptions& options, const Context& context)
        : file_(file), options_(options), context_(context) {
        if (!options.label_variable.empty() && options.label != "auto")
            throw UsageError("give the labels by " + option("label", options.label) + " or by " +
                             option("label_var", options.label_variable) + ", not both");
        wanted_label_ = options.label_variable.empty() ? options.label : options.label_variable;
    }

    Dataset load() {
        const Variable* label = find_label();
        const Variable& x = find_data(label);
        if (label == &x) file_.fail(noun() + " " + x.name + " holds the data, not the labels");
        Dataset data;
        data.x = read_numbers(x, options_.transpose);
        if (label != nullptr) {
            data.labels = read_labels(*label, data.x);
            data.label_name = label->name;
        }
        data.feature_names = find_names(data, label, {"feature_names", "var_names"}, data.features(), true);
        data.sample_names = find_names(data, label, {"sample_names", "obs_names"}, data.samples(), false);
        if (label == nullptr && wanted_label_ != "auto" && wanted_label_ != "none")
            take_label_column(
                data, *find_label_column(wanted_label_, data.feature_names, data.features(), file_.path()));
        return data;
    }

  private:
    const std::string& noun() const { return file_.noun(); }

    const Variable* find(const std::string& name) const {
        for (const Variable& variable : file_.variables())
            if (variable.name == name) return &variable;
        return nullptr;
    }

    [[noreturn]] void no_such(const std::string& name) const {
        std::vector<const Variable*> all;
        for (const Variable& variable : file_.variables()) all.push_back(&variable);
        file_.fail("has no " + noun() + " '" + name + "': its " + noun() + "s are " + listed(all));
    }

    const Variable* find_label() const {
        if (wanted_label_ == "none") return nullptr;
        if (wanted_label_ == "auto") {
            for (const char* name : {"Y", "gnd", "y"})
                if (const Variable* exact = find(name)) return exact;
            for (const Variable& variable : file_.variables())
                if (is_label_name(variable.name)) return &variable;
            return nullptr;
        }
        if (const Variable* named = find(wanted_label_)) return named;
        double position = 0.0;
        const bool is_column =
            options_.label_variable.empty() &&
            (wanted_label_ == "first" || wanted_label_ == "last" || parse_number(wanted_label_, position));
        if (!is_column) no_such(wanted_label_);
        return nullptr;
    }

    // Matrices of numbers that could be the data.
    std::vector<const Variable*> candidates(const Variable* label, Index least_side) const {
        std::vector<const Variable*> found;
        for (const Variable& variable : file_.variables())
            if (&variable != label && variable.kind == Variable::Kind::numbers &&
                variable.shape.size() == 2 && std::min(variable.shape[0], variable.shape[1]) >= least_side &&
                !is_label_name(variable.name))
                found.push_back(&variable);
        return found;
    }

    const Variable& find_data(const Variable* label) const {
        if (!options_.data_variable.empty()) {
            const Variable* named = find(options_.data_variable);
            if (named == nullptr) no_such(options_.data_variable);
            return *named;
        }
        for (const char* name : {"X", "fea", "x", "FEA", "Fea"})
            if (const Variable* usual = find(name)) return *usual;
        std::vector<const Variable*> found = candidates(label, 2);
        if (found.empty()) found = candidates(label, 1);
        if (found.empty()) {
            for (const Variable& variable : file_.variables()) found.push_back(&variable);
            file_.fail(found.empty() ? "has no " + noun() + "s"
                                     : "has no matrix of numbers: its " + noun() + "s are " + listed(found));
        }
        if (found.size() > 1)
            file_.fail("several " + noun() + "s could be the data, " + listed(found) + ": choose one with " +
                       option("data_var", found.front()->name));
        context_.warning(file_.path() + ": the data are " + noun() + " " + found.front()->text() +
                         ", the only matrix in the file");
        return *found.front();
    }

    void require_cells(const Variable& variable, const Message& advice) const {
        if (std::find(variable.shape.begin(), variable.shape.end(), 0) != variable.shape.end())
            file_.fail(noun() + " " + variable.text() + " has no cells" + advice);
    }

    Matrix read_numbers(const Variable& variable, bool flipped) {
        if (variable.kind != Variable::Kind::numbers || variable.shape.size() != 2)
            file_.fail(noun() + " " + variable.text() + " is not a matrix of numbers");
        require_cells(variable, {});
        // A sparse matrix declares its columns without holding anything for them.
        if (variable.type == "sparse")
            require_few_features(variable.shape[flipped ? 0 : 1], file_.path(), options_);
        return file_.read_data(variable, flipped);
    }

    [[noreturn]] void wrong_count(const Variable& label, Index count, const Matrix& x,
                                  bool fits_columns) const {
        Message advice;
        if (fits_columns)
            advice = options_.transpose ? ": its rows are the samples, leave " + option("transpose") + " out"
                                        : ": its columns are the samples, use " + option("transpose");
        file_.fail(noun() + " " + label.name + " has " + std::to_string(count) + " labels for " +
                   std::to_string(x.rows()) + " samples" + advice);
    }

    Labels read_labels(const Variable& label, const Matrix& x) {
        if (label.kind == Variable::Kind::texts) {
            if (label.texts != x.rows()) wrong_count(label, label.texts, x, label.texts == x.cols());
            std::vector<std::string> texts = file_.read_texts(label);
            for (std::string& text : texts)
                if (is_missing(text)) text.clear();
            return make_labels(texts);
        }
        if (label.kind != Variable::Kind::numbers || label.shape.empty() || label.shape.size() > 2)
            file_.fail(noun() + " " + label.text() + " cannot be labels: they are numbers or texts");
        require_cells(label, ": use " + option("label", "none"));
        const Index samples = x.rows();
        const Matrix y = file_.read_matrix(label, false);
        const Index shorter = std::min(y.rows(), y.cols()), longer = std::max(y.rows(), y.cols());
        if (shorter == 1 && longer == samples) {
            const DenseMatrix values = to_dense(y);
            return make_labels(std::span(values.data(), at(samples)));
        }
        if (y.rows() == samples) return one_hot_labels(y, label.name);
        if (y.cols() == samples) return one_hot_labels(transposed(y), label.name);
        wrong_count(label, shorter == 1 ? longer : y.rows(), x, y.rows() == x.cols() || y.cols() == x.cols());
    }

    // One column per class, one 1 per sample; a sample of zeros has no label.
    Labels one_hot_labels(const Matrix& indicator, const std::string& name) const {
        std::vector<double> classes(at(indicator.rows()), std::numeric_limits<double>::quiet_NaN());
        for (Index i = 0; i < indicator.rows(); ++i) {
            double& label = classes[at(i)];
            const auto look_at = [&](Index column, double value) {
                if (value == 0.0) return;
                if (value != 1.0 || !std::isnan(label))
                    file_.fail(noun() + " " + name +
                               " has several columns but is not a class indicator: row " + std::to_string(i) +
                               " (counted from 0) must have one 1 and zeros");
                label = static_cast<double>(column + 1);
            };
            for_each_cell(indicator, i, look_at);
        }
        return make_labels(classes);
    }

    // A text variable of one of these names with `count` entries; where `any` is set, also the only other
    // one, unless features and samples are equally many and it could name either.
    std::vector<std::string> find_names(const Dataset& data, const Variable* label,
                                        std::initializer_list<const char*> usual, Index count, bool any) {
        std::vector<const Variable*> found;
        for (const Variable& variable : file_.variables()) {
            if (&variable == label || variable.kind != Variable::Kind::texts || variable.texts != count ||
                is_label_name(variable.name))
                continue;
            if (std::find(usual.begin(), usual.end(), variable.name) != usual.end())
                return file_.read_texts(variable);
            found.push_back(&variable);
        }
        if (!any || found.empty() || data.features() == data.samples()) return {};
        if (found.size() > 1) {
            context_.warning(file_.path() + ": several " + noun() +
                             "s could be the names of the features, so none is: " + listed(found));
            return {};
        }
        return file_.read_texts(*found.front());
    }

    VariableFile& file_;
    const LoadOptions& options_;
    const Context& context_;
    std::string wanted_label_;
};

}  // namespace

void refuse_layer(const LoadOptions& options, const std::string& path, const Message& instead) {
    if (!options.layer.empty())
        throw UsageError(path + ": " + option("layer", options.layer) + " is for .h5ad files", instead);
}

void refuse_variables(const LoadOptions& options, const std::string& path) {
    const Message given = !options.data_variable.empty() ? option("data_var", options.data_variable)
                                                         : option("label_var", options.label_variable);
    if (!options.data_variable.empty() || !options.label_variable.empty())
        throw UsageError(path + ": " + given + " is for files with named arrays (.mat .npz .h5)",
                         "leave it out, and name a label column with " + option("label"));
}

Dataset load_variables(VariableFile& file, const LoadOptions& options, const Context& context) {
    return VariableLoader(file, options, context).load();
}

}  // namespace tamis::detail
