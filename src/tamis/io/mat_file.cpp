#include "tamis/io/mat_file.hpp"

#include <matio.h>

namespace tamis {

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

}  // namespace tamis
