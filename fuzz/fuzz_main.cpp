// What libFuzzer calls; TAMIS_FUZZ_TARGET is the name of the target.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "targets.hpp"

namespace {

const tamis::fuzz::Target& target() {
    for (const tamis::fuzz::Target& one : tamis::fuzz::targets())
        if (std::string_view(one.name) == TAMIS_FUZZ_TARGET) return one;
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const tamis::fuzz::Target& chosen = target();
    chosen.run({reinterpret_cast<const char*>(data), size});
    return 0;
}
