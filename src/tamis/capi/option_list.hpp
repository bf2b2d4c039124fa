// The options of a call of tamis.h: texts "name=value", each of which somebody must know.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail::capi {

class OptionList {
  public:
    // Throws UsageError on a text without '='.
    explicit OptionList(const char* const* texts);

    // The text of an option, which is then done with; the last one if it is given several times.
    std::optional<std::string> take(const std::string& name);
    // The options of these names, and those that nobody has taken.
    Record take_all(const std::vector<FieldInfo>& fields);
    Record rest() const { return as_values(settings_); }

    // threads and seed
    Context take_context();
    // scale
    Scaling take_scaling();

  private:
    Settings settings_;
};

// "true" or "false"; anything else throws UsageError.
bool parse_truth(const std::string& name, const std::string& text);
// Throws UsageError unless the text is an integer that is not negative.
Index parse_count(const std::string& name, const std::string& text);

}  // namespace tamis::detail::capi
