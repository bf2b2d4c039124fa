/* tamis for C and for every language that calls C. Handles are opaque, nothing is printed, nothing is global but the
 * message of the last error of each thread.
 *
 *     tamis_data *data;
 *     tamis_selection *best;
 *     if (tamis_load("digits", NULL, &data) != TAMIS_OK) return fail(tamis_last_error());
 *     if (tamis_select(data, "laplacian", "10", NULL, &best) != TAMIS_OK) return fail(tamis_last_error());
 *     const int64_t *columns = tamis_selection_indices(best);   (tamis_selection_count(best) of them)
 *     tamis_free_selection(best);
 *     tamis_free_data(data);
 *
 * A function that can fail returns a status; on failure the handle that it would have made is set to NULL. Arrays and texts
 * that a handle gives away belong to it and live as long as it does. Handles may be used from any thread, and read from
 * several at a time.
 *
 * `options` are texts "name=value" with a NULL after the last; NULL alone is none. docs/c.md lists the names.
 * Functions are added, never changed or taken away, within one major version. */
#ifndef TAMIS_H
#define TAMIS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tamis_status {
    TAMIS_OK = 0,
    TAMIS_FAILED = 1,    /* the work could not be done: bad data, an unreadable file, labels missing */
    TAMIS_USAGE = 2,     /* the request itself is wrong: an unknown name, a value out of range, NULL */
    TAMIS_NO_MEMORY = 3, /* there is not enough memory */
    TAMIS_INTERNAL = 4   /* an error in tamis: please report it */
} tamis_status;

typedef struct tamis_data tamis_data;
typedef struct tamis_selection tamis_selection;
typedef struct tamis_projection tamis_projection;

/* "0.1.0" */
const char *tamis_version(void);
/* What the last call of this thread that failed has to say, as a sentence; "" if none has failed. Lives until the next
 * failure in this thread. */
const char *tamis_last_error(void);

/* Reads a file of any format that the command line reads, or a data set that ships ("digits"). */
tamis_status tamis_load(const char *path, const char *const *options, tamis_data **data);
/* Takes an array of the caller's: `samples` rows of `features` numbers, the first numbers of two rows `stride` numbers
 * apart. It is not copied: it must stay as it is until the handle is freed. `labels` holds the class of each sample,
 * negative for one without; NULL: no labels. Labels are copied. Every number must be finite. */
tamis_status tamis_wrap(const double *values, size_t samples, size_t features, size_t stride, const int *labels,
                        tamis_data **data);
/* Names of the features, for the documents; as many as there are features. Copied. */
tamis_status tamis_name_features(tamis_data *data, const char *const *names);
size_t tamis_samples(const tamis_data *data);  /* how many there are */
size_t tamis_features(const tamis_data *data); /* how many there are */
void tamis_free_data(tamis_data *data);        /* NULL is fine, here and below */

/* Runs a selector (`tamis methods`). `count`: "10", "0.1" (a share), "all", or a rule such as "cv" or "fdr:0.05"; NULL: the
 * usual number. */
tamis_status tamis_select(const tamis_data *data, const char *method, const char *count, const char *const *options,
                          tamis_selection **selection);
size_t tamis_selection_count(const tamis_selection *selection); /* of features that were selected */
/* The columns that were selected, from 0, best first. */
const int64_t *tamis_selection_indices(const tamis_selection *selection);
/* One score per feature of the data, larger is better; NULL if the method gives none. */
const double *tamis_selection_scores(const tamis_selection *selection);
/* The document that `tamis select --json` prints ("tamis.selection/1"). */
const char *tamis_selection_json(const tamis_selection *selection);
void tamis_free_selection(tamis_selection *selection); /* NULL is fine */

/* Learns a projection (`tamis methods`). `dimensions`: "3", "auto", for pca also a share such as "0.95"; NULL: the usual
 * number. */
tamis_status tamis_project(const tamis_data *data, const char *method, const char *dimensions, const char *const *options,
                           tamis_projection **projection);
size_t tamis_projection_dimensions(const tamis_projection *projection); /* how many directions there are */
/* W, one row per feature, tamis_projection_dimensions() numbers each; of data that were scaled first if that was asked
 * for. */
const double *tamis_projection_weights(const tamis_projection *projection);
/* The mean of every feature, which is subtracted before W is applied. */
const double *tamis_projection_mean(const tamis_projection *projection);
/* Scales, centers and projects data with the same features: one row of tamis_projection_dimensions() numbers per sample
 * into `projected`, which the caller has made. */
tamis_status tamis_projection_apply(const tamis_projection *projection, const tamis_data *data, double *projected);
/* The document that `tamis project --json` prints ("tamis.projection/1"). */
const char *tamis_projection_json(const tamis_projection *projection);
void tamis_free_projection(tamis_projection *projection); /* NULL is fine */

#ifdef __cplusplus
}
#endif

#endif
