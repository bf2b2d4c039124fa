// What every run of a method says of itself and of its data: the head of the JSON of `select` and `project`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/fields.hpp"
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
    std::optional<Index> classes;
    bool sparse = false;
    std::string data_hash;  // of the data as given, before scaling
    std::vector<std::string> feature_names;
    Settings data_options;  // how the data were read, where not by default; set by whoever read them
};

// All but the hash and the options of the data.
RunHead run_head(const std::string& method, Record params, Scaling scale, const DataView& data,
                 const Context& context);

// A class of one sample has no spread; supervised methods go on and say so.
void warn_of_single_samples(const Labels& labels, const Context& context);

}  // namespace tamis
