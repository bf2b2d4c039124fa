/* To be preloaded: on the rank FAIL_RANK, allocation number FAIL_AT of a megabyte or more fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { unknown = -2, never = -1 };

static int wanted(void) {
    const char *rank = getenv("OMPI_COMM_WORLD_RANK"), *failing = getenv("FAIL_RANK"), *number = getenv("FAIL_AT");
    return rank && failing && number && strcmp(rank, failing) == 0 ? atoi(number) : never;
}

void *malloc(size_t bytes) {
    static void *(*real)(size_t);
    static int count, fail_at = unknown;
    if (!real) real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    if (bytes >= 1u << 20) {
        if (fail_at == unknown) fail_at = wanted();
        if (fail_at > 0 && __sync_add_and_fetch(&count, 1) == fail_at) return NULL;
    }
    return real(bytes);
}
