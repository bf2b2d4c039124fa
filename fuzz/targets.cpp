#include "targets.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <sstream>

#include "memory_file.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_file.hpp"
#include "tamis/io/text/load_text.hpp"
#include "tamis/pipeline/parts/select_parts.hpp"
#include "tamis/saved/graph_file.hpp"
#include "tamis/saved/parts/part_file.hpp"
#include "tamis/saved/results_json.hpp"
#include "tamis/saved/saved.hpp"

namespace tamis::fuzz {

using namespace detail;

namespace {

void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "found: %s\n", what);
    std::abort();
}

// Small limits: what a fuzzer finds within them it also finds within large ones, and sooner.
LoadOptions small_limits() {
    LoadOptions options;
    options.max_features = 20'000;
    options.max_unpacked = "16M";
    return options;
}

// What a reader made of the bytes: the data, or the message of its Error.
struct Outcome {
    Dataset data;
    std::string error;
};

template <class Read>
Outcome outcome_of(Read read) {
    Outcome outcome;
    try {
        outcome.data = read();
    } catch (const Error& error) {
        outcome.error = error.what();
        require(!outcome.error.empty(), "an error without a message");
        return outcome;
    }
    try {
        check_dataset(outcome.data);
    } catch (const Error& error) {
        require(false, error.what());
    }
    require(outcome.data.samples() > 0 && outcome.data.features() > 0, "data without cells");
    return outcome;
}

template <class Number>
bool same_bits(std::span<const Number> a, std::span<const Number> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool same_bits(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols() || a.is_sparse() != b.is_sparse()) return false;
    if (a.is_sparse()) {
        const SparseView one = a.sparse().view(), other = b.sparse().view();
        for (Index i = 0; i < one.rows; ++i)
            if (!same_bits(one.row(i).columns, other.row(i).columns) ||
                !same_bits(one.row(i).values, other.row(i).values))
                return false;
        return true;
    }
    const auto cells = static_cast<std::size_t>(a.rows() * a.cols());
    return same_bits(std::span<const double>(a.dense().data(), cells),
                     std::span<const double>(b.dense().data(), cells));
}

// Where blocks end and how many threads there are must not show.
void run_text(std::string_view bytes) {
    const LoadOptions options = small_limits();
    const auto read = [&](std::size_t block_bytes, int threads) {
        return outcome_of([&] {
            Context context;
            context.threads = threads;
            return load_text(*open_memory(bytes), "a.csv", options, context, block_bytes);
        });
    };
    const Outcome whole = read(text_block_bytes, 1);
    const Outcome parts = read(8 + bytes.size() % 61, bytes.size() % 16 == 0 ? 2 : 1);
    require(whole.error == parts.error, "the error depends on the blocks");
    require(same_bits(whole.data.x, parts.data.x), "the cells depend on the blocks");
    require(
        whole.data.labels.of == parts.data.labels.of && whole.data.labels.names == parts.data.labels.names,
        "the labels depend on the blocks");
    require(whole.data.feature_names == parts.data.feature_names &&
                whole.data.sample_names == parts.data.sample_names && whole.data.lines == parts.data.lines &&
                whole.data.remarks == parts.data.remarks,
            "names, lines or remarks depend on the blocks");
}

template <auto reader>
void run_stream(std::string_view bytes) {
    outcome_of([&] { return reader(*open_memory(bytes), "a.file", small_limits(), Context()); });
}

template <auto reader>
void run_file(std::string_view bytes) {
    const MemoryFile file(bytes);
    outcome_of([&] { return reader(file.path(), small_limits(), Context()); });
}

// The bytes are a gzip file of text.
void run_gzip(std::string_view bytes) {
    const MemoryFile file(bytes, ".csv.gz");
    outcome_of([&] { return load(file.path(), small_limits()); });
}

void run_labels(std::string_view bytes) {
    const auto read = [&](bool named) {
        outcome_of([&] {
            Dataset data;
            data.x = DenseMatrix(3, 1);
            if (named) data.sample_names = {"a", "b", "c"};
            read_label_file(*open_memory(bytes), "labels.csv", data, "a.csv");
            return data;
        });
    };
    read(false);
    read(true);
}

template <class Work>
void run_document(std::string_view bytes, Work work) {
    try {
        work(std::string(bytes));
    } catch (const Error&) {
    }
}

void run_selection(std::string_view bytes) {
    run_document(bytes, [](const std::string& text) { parse_selection(text, "a.json"); });
    run_document(bytes, [](const std::string& text) { parse_request(text, "a.json"); });
}

void run_projection(std::string_view bytes) {
    run_document(bytes, [](const std::string& text) { parse_projection(text, "a.json"); });
    is_projection(std::string(bytes));
}

void run_results(std::string_view bytes) {
    run_document(bytes, [](const std::string& text) { parse_results(text, "a.json"); });
}

void run_graph(std::string_view bytes) {
    run_document(bytes, [](const std::string& text) {
        std::istringstream stream(text);
        read_graph(stream, "a.mtx");
    });
}

// No fuzzer finds the hash at the end, so the content is also read without it. What is read can be written,
// merged and selected from.
void run_part(std::string_view bytes) {
    run_document(bytes, [](const std::string& text) { parse_part(text, "a.tps"); });
    run_document(bytes, [](const std::string& text) {
        const Part part = parse_part_content(text, "a.tps");
        require(part_bytes(parse_part(part_bytes(part), "a.tps")) == part_bytes(part),
                "a part is written as it was read");
        const MergedParts merged = merge_parts({part});
        for (const char* method : {"variance", "fisher"}) try {
                const SelectRun run = select_from_parts(merged, {.method = method, .k = 1});
                require(run.selection.selected.size() == 1, "a selection of one feature");
            } catch (const Error&) {
            }
    });
}

constexpr Target all[] = {
    {"text", run_text},
    {"gzip", run_gzip},
    {"libsvm", run_stream<load_libsvm>},
    {"arff", run_stream<load_arff>},
    {"mtx", run_stream<load_matrix_market>},
    {"npy", run_stream<load_npy>},
    {"npz", run_stream<load_npz>},
    {"idx", run_stream<load_idx>},
    {"mat", run_file<load_mat>},
    {"hdf5", run_file<load_h5>},
    {"h5ad", run_file<load_h5ad>},
    {"labels", run_labels},
    {"selection", run_selection},
    {"projection", run_projection},
    {"results", run_results},
    {"graph", run_graph},
    {"part", run_part},
};

}  // namespace

std::span<const Target> targets() { return all; }

}  // namespace tamis::fuzz
