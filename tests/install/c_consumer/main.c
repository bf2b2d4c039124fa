/* A user's program in C: everything that tamis.h declares, against definitions that are written out here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tamis/tamis.h>

enum { samples = 12, features = 4, stride = 6, dimensions = 2 };

static int failures = 0;

static void expect(int holds, const char *what) {
    if (holds) return;
    printf("wrong: %s (last error: %s)\n", what, tamis_last_error());
    ++failures;
}

/* Rows with two numbers of padding, which nobody may read. */
static void fill(double *values, int *labels) {
    for (int i = 0; i < samples; ++i) {
        labels[i] = i % 3;
        for (int j = 0; j < stride; ++j)
            values[i * stride + j] = j >= features ? NAN : sin(1.7 * i + j * j) * (1 + j) + (j == 1 ? 5.0 * labels[i] : 0.0);
    }
}

static double mean_of(const double *values, const int *labels, int of_class, int column, int *count) {
    double sum = 0.0;
    *count = 0;
    for (int i = 0; i < samples; ++i)
        if (of_class < 0 || labels[i] == of_class) {
            sum += values[i * stride + column];
            ++*count;
        }
    return sum / *count;
}

/* sum_c n_c (mean_c - mean)^2 / sum_c n_c var_c */
static double fisher_score(const double *values, const int *labels, int column) {
    int count;
    const double mean = mean_of(values, labels, -1, column, &count);
    double between = 0.0, within = 0.0;
    for (int c = 0; c < 3; ++c) {
        const double own = mean_of(values, labels, c, column, &count);
        between += count * (own - mean) * (own - mean);
        for (int i = 0; i < samples; ++i)
            if (labels[i] == c) within += (values[i * stride + column] - own) * (values[i * stride + column] - own);
    }
    return between / within;
}

static void select_from_an_array(const tamis_data *data, const double *values, const int *labels) {
    tamis_selection *best = NULL;
    expect(tamis_select(data, "fisher", "2", NULL, &best) == TAMIS_OK, "selecting by the Fisher score");
    if (best == NULL) return;
    expect(tamis_selection_count(best) == 2, "the number of selected features");
    const double *scores = tamis_selection_scores(best);
    int first = 0;
    for (int j = 0; j < features; ++j) {
        const double defined = fisher_score(values, labels, j);
        expect(fabs(scores[j] - defined) <= 1e-12 * fabs(defined), "a Fisher score");
        if (defined > fisher_score(values, labels, first)) first = j;
    }
    expect(tamis_selection_indices(best)[0] == first, "the best feature comes first");
    const char *json = tamis_selection_json(best);
    expect(strstr(json, "\"tamis.selection/1\"") != NULL && strstr(json, "\"shift\"") != NULL, "the document");
    tamis_free_selection(best);
}

static void project_an_array(const tamis_data *data, const double *values) {
    tamis_projection *plane = NULL;
    expect(tamis_project(data, "pca", "2", NULL, &plane) == TAMIS_OK, "learning two principal components");
    if (plane == NULL) return;
    expect(tamis_projection_dimensions(plane) == dimensions, "the number of dimensions");
    const double *weights = tamis_projection_weights(plane), *mean = tamis_projection_mean(plane);
    double projected[samples * dimensions];
    expect(tamis_projection_apply(plane, data, projected) == TAMIS_OK, "projecting");
    for (int i = 0; i < samples; ++i)
        for (int d = 0; d < dimensions; ++d) {
            double sum = 0.0;
            for (int j = 0; j < features; ++j) sum += (values[i * stride + j] - mean[j]) * weights[j * dimensions + d];
            expect(fabs(sum - projected[i * dimensions + d]) < 1e-12, "(x - mean) W");
        }
    for (int a = 0; a < dimensions; ++a)
        for (int b = 0; b < dimensions; ++b) {
            double product = 0.0;
            for (int j = 0; j < features; ++j) product += weights[j * dimensions + a] * weights[j * dimensions + b];
            expect(fabs(product - (a == b)) < 1e-12, "orthonormal directions");
        }
    expect(strstr(tamis_projection_json(plane), "\"tamis.projection/1\"") != NULL, "the document of a projection");
    tamis_free_projection(plane);
}

static void use_a_shipped_set(void) {
    const char *const reading[] = {"label=class", "drop=p0_0", NULL};
    tamis_data *digits = NULL;
    expect(tamis_load("digits", reading, &digits) == TAMIS_OK, "loading the digits");
    if (digits == NULL) return;
    expect(tamis_samples(digits) == 1797 && tamis_features(digits) == 63, "the shape of the digits");
    const char *const one[] = {"neighbors=7", "weights=binary", "threads=1", NULL};
    const char *const two[] = {"neighbors=7", "weights=binary", "threads=2", NULL};
    tamis_selection *first = NULL, *second = NULL;
    expect(tamis_select(digits, "laplacian", "all", one, &first) == TAMIS_OK, "the Laplacian score");
    expect(tamis_select(digits, "laplacian", "all", two, &second) == TAMIS_OK, "the Laplacian score on two threads");
    if (first != NULL && second != NULL) {
        expect(tamis_selection_count(first) == 63, "all features");
        expect(memcmp(tamis_selection_scores(first), tamis_selection_scores(second), 63 * sizeof(double)) == 0,
               "the same bits for any number of threads");
        expect(strstr(tamis_selection_json(first), "\"neighbors\": 7") != NULL ||
                   strstr(tamis_selection_json(first), "\"neighbors\":7") != NULL,
               "graph options are taken");
    }
    tamis_free_selection(first);
    tamis_free_selection(second);
    tamis_free_data(digits);
}

/* A status, a message with this word, and no handle. */
static void expect_refusal(tamis_status status, tamis_status wanted, const void *handle, const char *word) {
    expect(status == wanted && handle == NULL && strstr(tamis_last_error(), word) != NULL, word);
}

static void refuse_what_is_wrong(const tamis_data *data) {
    const char *const no_value[] = {"neighbors", NULL}, *const unknown[] = {"neighbours=7", NULL};
    const char *const range[] = {"threads=-1", NULL}, *const reading[] = {"lable=class", NULL};
    double bad[4] = {1.0, 2.0, NAN, 3.0};
    tamis_data *none = NULL;
    tamis_selection *nothing = NULL;
    tamis_projection *neither = NULL;
    expect_refusal(tamis_load("no/such/file.csv", NULL, &none), TAMIS_FAILED, none, "no/such/file.csv");
    expect_refusal(tamis_load(NULL, NULL, &none), TAMIS_USAGE, none, "path");
    expect_refusal(tamis_load("digits", reading, &none), TAMIS_USAGE, none, "label");
    expect_refusal(tamis_wrap(bad, 2, 2, 2, NULL, &none), TAMIS_FAILED, none, "row 1");
    expect_refusal(tamis_wrap(bad, 0, 2, 2, NULL, &none), TAMIS_USAGE, none, "samples");
    expect_refusal(tamis_select(data, "fishr", NULL, NULL, &nothing), TAMIS_USAGE, nothing, "fisher");
    expect_refusal(tamis_select(data, "fisher", "0", NULL, &nothing), TAMIS_USAGE, nothing, "0");
    expect_refusal(tamis_select(data, "laplacian", NULL, no_value, &nothing), TAMIS_USAGE, nothing, "name=value");
    expect_refusal(tamis_select(data, "laplacian", NULL, unknown, &nothing), TAMIS_USAGE, nothing, "neighbours");
    expect_refusal(tamis_select(data, "laplacian", NULL, range, &nothing), TAMIS_USAGE, nothing, "threads");
    expect_refusal(tamis_select(NULL, "fisher", NULL, NULL, &nothing), TAMIS_USAGE, nothing, "data");
    expect_refusal(tamis_project(data, "pca", "many", NULL, &neither), TAMIS_USAGE, neither, "many");
    expect(tamis_samples(NULL) == 0 && tamis_selection_indices(NULL) == NULL, "NULL is nothing");
    tamis_free_data(NULL);
    tamis_free_selection(NULL);
    tamis_free_projection(NULL);
}

int main(void) {
    double values[samples * stride];
    int labels[samples];
    const char *const names[features] = {"noise", "shift", "wave", "tide"};
    tamis_data *data = NULL;
    fill(values, labels);
    expect(strlen(tamis_version()) > 0 && strcmp(tamis_last_error(), "") == 0, "a version and no error yet");
    expect(tamis_wrap(values, samples, features, stride, labels, &data) == TAMIS_OK, "taking an array");
    if (data != NULL) {
        expect(tamis_name_features(data, names) == TAMIS_OK, "naming the features");
        select_from_an_array(data, values, labels);
        project_an_array(data, values);
        refuse_what_is_wrong(data);
    }
    tamis_free_data(data);
    use_a_shipped_set();
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
