#include "tamis/io/reading_options.hpp"

namespace tamis::detail {

namespace {

constexpr ReadingOption of_text[] = {
    {"label", &LoadOptions::label},
    {"label_file", &LoadOptions::label_file},
    {"label_kind", &LoadOptions::label_kind},
    {"id", &LoadOptions::id},
    {"drop", &LoadOptions::drop},
    {"only", &LoadOptions::only},
    {"header", &LoadOptions::header},
    {"sep", &LoadOptions::sep},
    {"decimal", &LoadOptions::decimal},
    {"encoding", &LoadOptions::encoding},
    {"na", &LoadOptions::na},
    {"data_var", &LoadOptions::data_variable},
    {"label_var", &LoadOptions::label_variable},
    {"layer", &LoadOptions::layer},
    {"max_unpacked", &LoadOptions::max_unpacked},
};

}  // namespace

std::span<const ReadingOption> text_reading_options() { return of_text; }

}  // namespace tamis::detail
