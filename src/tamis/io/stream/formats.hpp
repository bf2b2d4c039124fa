// One opener per format; `open_rows` chooses among them. Labels in a file of their own are its work.
#pragma once

#include "tamis/core/rows/shape_only.hpp"
#include "tamis/io/stream/streamed_data.hpp"

namespace tamis::detail {

StreamedData open_text(const std::string& path, const LoadOptions& options, const FirstLook& look,
                       const Context& context);
StreamedData open_libsvm(const std::string& path, const LoadOptions& options, const FirstLook& look,
                         const Context& context);
StreamedData open_npy(const std::string& path, const LoadOptions& options, const Context& context,
                      const RowPart& part);
StreamedData open_hdf5(const std::string& path, const LoadOptions& options, const Context& context,
                       const RowPart& part);

std::optional<HeldSize> held_text(const std::string& path, const LoadOptions& options);
std::optional<HeldSize> held_libsvm(const std::string& path);
std::optional<HeldSize> held_npy(const std::string& path);
std::optional<HeldSize> held_hdf5(const std::string& path, const LoadOptions& options);

}  // namespace tamis::detail
