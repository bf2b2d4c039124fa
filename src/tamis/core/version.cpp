#include "tamis/core/version.hpp"

namespace tamis {

const char* version() { return TAMIS_VERSION; }

}  // namespace tamis
