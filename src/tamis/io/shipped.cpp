#include "tamis/io/shipped.hpp"

#include <array>
#include <vector>

#include "tamis/io/load.hpp"

// The names are shipped.S's.
extern "C" {
extern const char tamis_digits_begin[], tamis_digits_end[];
extern const char tamis_ionosphere_begin[], tamis_ionosphere_end[];
extern const char tamis_sonar_begin[], tamis_sonar_end[];
}

namespace tamis::detail {

namespace {

struct Shipped {
    const char* name;
    const char* begin;
    const char* end;
};

constexpr std::array shipped{
    Shipped{"digits", tamis_digits_begin, tamis_digits_end},
    Shipped{"ionosphere", tamis_ionosphere_begin, tamis_ionosphere_end},
    Shipped{"sonar", tamis_sonar_begin, tamis_sonar_end},
};

}  // namespace

std::optional<std::string_view> shipped_csv(const std::string& name) {
    for (const Shipped& set : shipped)
        if (set.name == name) return std::string_view(set.begin, at(set.end - set.begin));
    return std::nullopt;
}

}  // namespace tamis::detail

std::vector<std::string> tamis::shipped_data_sets() {
    std::vector<std::string> names;
    names.reserve(std::size(detail::shipped));
    for (const detail::Shipped& set : detail::shipped) names.emplace_back(set.name);
    return names;
}
