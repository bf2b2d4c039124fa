#pragma once

namespace tamis {

const char* version();  // "0.1.0"

}  // namespace tamis
