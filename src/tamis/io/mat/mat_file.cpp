#include "tamis/io/mat/mat_file.hpp"

#include <matio.h>

#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

namespace {

thread_local std::string first_message;

void keep(int level, char* message) {
    if (level <= (MATIO_LOG_LEVEL_WARNING) && first_message.empty()) first_message = message;
}

}  // namespace

void MatClose::operator()(_mat_t* file) const { Mat_Close(file); }
void MatFree::operator()(matvar_t* variable) const { Mat_VarFree(variable); }

MatLog::MatLog() {
    first_message.clear();
    Mat_LogInitFunc("tamis", keep);
}

const std::string& MatLog::text() const { return first_message; }

bool is_mat73(const std::string& path) {
    char start[10];
    const std::size_t got = open_file(path)->read(start, sizeof start);
    const std::string_view header(start, got);
    return header.starts_with("MATLAB 7.3") || header.starts_with("\x89HDF");
}

}  // namespace tamis::detail
