#include "tamis/report/html/assets.hpp"

#include "tamis/core/index.hpp"

// The names are assets.S's.
extern "C" {
extern const char tamis_report_script_begin[], tamis_report_script_end[];
extern const char tamis_report_script_hash_begin[], tamis_report_script_hash_end[];
extern const char tamis_report_style_begin[], tamis_report_style_end[];
extern const char tamis_report_style_hash_begin[], tamis_report_style_hash_end[];
}

namespace tamis::detail {

namespace {

std::string_view between(const char* begin, const char* end) { return {begin, at(end - begin)}; }

}  // namespace

std::string_view report_script() { return between(tamis_report_script_begin, tamis_report_script_end); }
std::string_view report_style() { return between(tamis_report_style_begin, tamis_report_style_end); }
std::string_view report_script_hash() {
    return between(tamis_report_script_hash_begin, tamis_report_script_hash_end);
}
std::string_view report_style_hash() {
    return between(tamis_report_style_hash_begin, tamis_report_style_hash_end);
}

}  // namespace tamis::detail
