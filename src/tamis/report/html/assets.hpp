// What every page of the report carries: its scripts and its style, bundled from web/ and embedded by
// assets.S. They are to be written between <script> and </script>, <style> and </style> as they are: the
// hashes are those of the bytes.
#pragma once

#include <string_view>

namespace tamis::detail {

std::string_view report_script();
std::string_view report_style();

/// As a content security policy names them, without its quotes: sha256-BASE64=.
std::string_view report_script_hash();
std::string_view report_style_hash();

}  // namespace tamis::detail
