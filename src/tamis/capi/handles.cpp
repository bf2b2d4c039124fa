#include "tamis/capi/handles.hpp"

#include <new>

#include "tamis/core/error.hpp"
#include "tamis/core/version.hpp"

namespace tamis::detail::capi {

namespace {

thread_local std::string last_error;

// The message may not fit into what memory there is; then the status has to speak for itself.
tamis_status failed(tamis_status status, const char* message) noexcept {
    try {
        last_error = message;
    } catch (...) {
        last_error.clear();
    }
    return status;
}

}  // namespace

tamis_status guarded(FunctionRef<void()> work) noexcept {
    try {
        work();
        return TAMIS_OK;
    } catch (const UsageError& error) {
        return failed(TAMIS_USAGE, error.what());
    } catch (const Error& error) {
        return failed(TAMIS_FAILED, error.what());
    } catch (const std::bad_alloc&) {
        return failed(TAMIS_NO_MEMORY, "not enough memory: use fewer samples or features, or sparse data");
    } catch (const std::exception& error) {
        return failed(TAMIS_INTERNAL, error.what());
    } catch (...) {
        return failed(TAMIS_INTERNAL, "an exception of an unknown kind");
    }
}

void require_given(const void* argument, const char* name) {
    if (argument == nullptr) throw UsageError(std::string("'") + name + "' is NULL");
}

}  // namespace tamis::detail::capi

const char* tamis_version(void) { return tamis::version(); }

const char* tamis_last_error(void) { return tamis::detail::capi::last_error.c_str(); }
