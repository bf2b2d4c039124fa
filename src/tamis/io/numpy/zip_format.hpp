// Numbers of the zip container (PKWARE APPNOTE 6.3): local headers with the data, then a directory, then its
// end record. Sizes beyond 4 GB need the zip64 extension, which is read and written.
#pragma once

#include <cstdint>
#include <string_view>

namespace tamis::detail::zip {

constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator64_mark = 0x07064b50;
constexpr std::uint16_t stored = 0, deflated = 8, version_zip64 = 45, extra_zip64 = 1;
constexpr std::uint32_t in_extra = 0xffffffff;

std::uint32_t checksum(std::string_view bytes);

}  // namespace tamis::detail::zip
