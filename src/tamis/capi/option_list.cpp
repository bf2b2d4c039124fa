#include "tamis/capi/option_list.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail::capi {

namespace {

Value parsed(const std::string& name, FieldKind kind, const std::string& text) {
    return parse_field({.name = name,
                        .help = {},
                        .kind = kind,
                        .range = at_least(0),
                        .owner = OptionMention::Owner::request},
                       text);
}

}  // namespace

OptionList::OptionList(const char* const* texts) {
    for (; texts != nullptr && *texts != nullptr; ++texts) {
        const std::string text = *texts;
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError("options are name=value, not '" + text + "'");
        settings_.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
}

std::optional<std::string> OptionList::take(const std::string& name) {
    std::optional<std::string> found;
    std::erase_if(settings_, [&](const auto& setting) {
        if (setting.first != name) return false;
        found = setting.second;
        return true;
    });
    return found;
}

Record OptionList::take_all(const std::vector<FieldInfo>& fields) {
    Record found;
    for (const FieldInfo& field : fields)
        if (auto text = take(field.name)) found.emplace_back(field.name, std::move(*text));
    return found;
}

Context OptionList::take_context() {
    Context context;
    if (const auto threads = take("threads"))
        context.threads = static_cast<int>(std::min<Index>(parse_count("threads", *threads), 1 << 16));
    if (const auto seed = take("seed")) context.seed = static_cast<std::uint64_t>(parse_count("seed", *seed));
    return context;
}

Scaling OptionList::take_scaling() {
    const auto scale = take("scale");
    return scale ? parse_scaling(*scale) : Scaling::none;
}

bool parse_truth(const std::string& name, const std::string& text) {
    return std::get<bool>(parsed(name, FieldKind::boolean, text));
}

Index parse_count(const std::string& name, const std::string& text) {
    return std::get<Index>(parsed(name, FieldKind::integer, text));
}

}  // namespace tamis::detail::capi
