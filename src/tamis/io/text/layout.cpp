#include "tamis/io/text/layout.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/io/label_column.hpp"

namespace tamis::detail {

namespace {

class LayoutMaker {
  public:
    LayoutMaker(const TextFormat& format, const LoadOptions& options, const std::string& file)
        : format_(format),
          options_(options),
          columns_{format.names, format.fields, file},
          left_out_(at(format.fields)),
          dropped_(left_out_) {}

    TableLayout make() {
        for (const FieldSample& column : format_.columns)
            layout_.use.push_back(column.is_text() ? FieldUse::text : FieldUse::number);
        leave_out();
        if (!options_.transpose) find_label();
        find_names();
        for (Index field = 0; field < format_.fields; ++field) {
            FieldUse& use = layout_.use[at(field)];
            if (field == layout_.label)
                use = FieldUse::label;
            else if (field == layout_.name)
                use = FieldUse::name;
            else if (is_out(field))
                use = FieldUse::skip;
        }
        return std::move(layout_);
    }

  private:
    bool is_out(Index field) const { return left_out_[at(field)] != 0; }
    const FieldSample& sample(Index field) const { return format_.columns[at(field)]; }

    void leave_out() {
        if (!options_.only.empty()) {
            std::fill(left_out_.begin(), left_out_.end(), 1);
            for (const Index field : find_columns(options_.only, columns_)) left_out_[at(field)] = 0;
        }
        for (const Index field : find_columns(options_.drop, columns_)) {
            left_out_[at(field)] = 1;
            dropped_[at(field)] = 1;
        }
    }
    bool is_dropped(Index field) const { return dropped_[at(field)] != 0; }

    // The label and the names may stand outside of the features that `only` keeps, and not among those that
    // `drop` leaves out.
    void find_label() {
        const std::string& label = options_.label;
        const std::string file(columns_.file);
        if (label != "auto") {
            layout_.label = find_label_column(label, format_.names, format_.fields, file);
            if (layout_.label && is_dropped(*layout_.label))
                throw UsageError(file + ": column " + columns_.label(*layout_.label) +
                                 " is to be the label and to be dropped: decide on one");
            return;
        }
        if (format_.named()) {
            std::vector<std::string> names = format_.names;
            for (Index field = 0; field < format_.fields; ++field)
                if (is_dropped(field)) names[at(field)].clear();
            layout_.label = find_label_column(label, names, format_.fields, file);
            return;
        }
        // "auto" without names: the last column where it is text, or the first where it is the only text.
        if (format_.fields < 2) return;
        const Index last = format_.fields - 1;
        const auto is_text = [](const FieldSample& column) { return column.is_text(); };
        const auto texts = std::count_if(format_.columns.begin(), format_.columns.end(), is_text);
        if (sample(last).is_text() && !is_dropped(last))
            layout_.label = last;
        else if (sample(0).is_text() && texts == 1 && !sample(0).distinct && !is_dropped(0))
            layout_.label = 0;
        layout_.label_guessed = layout_.label.has_value();
    }

    void find_names() {
        if (options_.id == "none") return;
        if (options_.id != "auto") {
            layout_.name = find_column(options_.id, columns_);
            if (layout_.name == layout_.label)
                throw UsageError(std::string(columns_.file) + ": column " + columns_.label(*layout_.name) +
                                 " is to hold the labels and the names of the samples: decide on one");
            return;
        }
        const auto fits = [&](Index field) {
            return field != layout_.label && !is_dropped(field) && may_name(field);
        };
        for (Index field = 0; field < format_.fields; ++field) {
            if (!fits(field) || !leaves_features(field)) continue;
            layout_.name = field;
            layout_.name_guessed = true;
            return;
        }
    }

    bool may_name(Index field) const {
        const bool called_so = format_.named() && is_id_name(format_.names[at(field)]);
        if (field > 0 && !called_so) return false;
        // Samples as columns: the first column names the features, however often a name comes.
        if (options_.transpose) return field == 0 && (sample(field).is_text() || called_so);
        if (sample(field).is_text()) return sample(field).distinct;
        return sample(field).counts && (called_so || format_.sampled >= fewest_counted);
    }

    bool leaves_features(Index name) const {
        for (Index field = 0; field < format_.fields; ++field)
            if (field != name && field != layout_.label && !is_out(field)) return true;
        return false;
    }

    const TextFormat& format_;
    const LoadOptions& options_;
    NamedColumns columns_;
    std::vector<char> left_out_, dropped_;
    TableLayout layout_;
};

}  // namespace

TableLayout make_layout(const TextFormat& format, const LoadOptions& options, const std::string& file) {
    return LayoutMaker(format, options, file).make();
}

}  // namespace tamis::detail
