// What every run of a method records about itself and its data: the head of the JSON of `select` and
// `project`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/shards/round_costs.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

struct RunHead {
    std::string method;
    Record params;
    Scaling scale = Scaling::none;
    std::uint64_t seed = 0;
    std::string data_name;
    Index samples = 0, features = 0;
    Index parts = 0;              // that the data were merged from (.tps); 0: they were not
    Index shards = 0;             // that the rows are in; 0: they are in one piece
    bool shards_of_rows = false;  // shards are runs of rows of one file, not files; set by the reader
    RoundCosts rounds;            // what was asked of the shards
    std::optional<Index> classes;
    std::string label_name;                // of the label column or variable, if it has one
    std::vector<std::string> class_names;  // empty if the data have no labels
    bool sparse = false;
    std::string data_hash;  // of the data as given, before scaling
    std::vector<std::string> feature_names;
    Settings data_options;             // how the data were read, if not with the defaults; set by the reader
    std::vector<std::string> remarks;  // what the user should know about this run, as sentences
};

namespace detail {

// All but the hash, the options of the data, the rounds and the remarks.
RunHead run_head(const std::string& method, Record params, Scaling scale, const DataView& data,
                 const Context& context);

// At the end of a run: what it asked of the shards, if the rows are in some.
void note_rounds(RunHead& run, const DataView& data);

}  // namespace detail

}  // namespace tamis
