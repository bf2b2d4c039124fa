// Fisher scores of data that are read from their file in every pass, as a multiple of as many bare reads of
// the file, and the peak memory. Two passes: the survey before a method, and the method. Usage: stream_ratios
// [rows columns]
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/timing.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tamis/passes/survey/survey.hpp"
#include "tamis/pipeline/select.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;
namespace fs = std::filesystem;

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

template <class Number>
void write_npy(const fs::path& path, Index rows, Index cols) {
    const char* type = sizeof(Number) == 8 ? "<f8" : "<f4";
    std::string head = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(cols) + "), }";
    head.resize(118, ' ');
    std::ofstream file(path, std::ios::binary);
    file << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << head;
    Random random(1);
    std::vector<Number> row(static_cast<std::size_t>(cols));
    for (Index i = 0; i < rows; ++i) {
        for (Number& cell : row) cell = static_cast<Number>(random.uniform());
        file.write(reinterpret_cast<const char*>(row.data()),
                   static_cast<std::streamsize>(row.size() * sizeof(Number)));
    }
}

void write_csv(const fs::path& path, Index rows, Index cols) {
    std::ofstream file(path, std::ios::binary);
    Random random(1);
    for (Index i = 0; i < rows; ++i) {
        std::string line;
        for (Index j = 0; j < cols; ++j) {
            char text[32];
            const auto end =
                std::to_chars(text, text + sizeof text, random.uniform(), std::chars_format::fixed, 6);
            line.append(text, end.ptr);
            line += j + 1 < cols ? ',' : '\n';
        }
        file << line;
    }
}

void read_bare(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY);
    std::vector<char> block(std::size_t{1} << 20U);
    double sum = 0.0;
    for (ssize_t got = 0; (got = ::read(file, block.data(), block.size())) > 0;)
        sum += block[static_cast<std::size_t>(got) - 1];
    ::close(file);
    bench::keep(sum);
}

// As the command line runs it: the first read of a text is its survey.
void select_from_file(const fs::path& path, const Labels& labels) {
    const Context context;
    std::optional<Survey> found;
    const auto start = [&] { found.emplace(Survey::Hash::no); };
    const auto add = [&](const RowBlock& block) {
        found->merge(survey(block.cells, Survey::Hash::no, context));
    };
    const StreamedData data = open_rows(path.string(), {.label = "none"}, {start, add}, context);
    DataView view{.name = "data", .x = *data.rows, .labels = &labels};
    if (found) view.survey = &*found;
    bench::keep(run_select(view, {.method = "fisher"}, context).selection.objective.value);
}

void measure(const char* what, const fs::path& path, Index rows) {
    std::vector<int> of;
    for (Index i = 0; i < rows; ++i) of.push_back(static_cast<int>(i % 10));
    const Labels labels = make_labels(of);
    const double megabytes = static_cast<double>(fs::file_size(path)) / 1048576.0;
    const std::vector<double> seconds =
        bench::median_seconds_in_turn(5, {[&] {
                                              read_bare(path);
                                              read_bare(path);
                                          },
                                          [&] { select_from_file(path, labels); }});
    std::printf("%s, %.0f MiB, peak memory so far %.0f MiB\n", what, megabytes, peak_megabytes());
    bench::print_ratio("fisher from the file", seconds[1], "two bare reads", seconds[0], 1.5);
    if (path.extension() == ".csv") {
        const double parsing = bench::median_seconds(3, [&] {
            for (int pass = 0; pass < 2; ++pass) bench::keep(load(path.string()).x.dense()(0, 0));
        });
        bench::print_ratio("fisher from the file", seconds[1], "loading it twice", parsing, 1.5);
    }
    fs::remove(path);
}

}  // namespace

int main(int count, char** arguments) {
    const Index rows = count > 2 ? std::atol(arguments[1]) : 200000;
    const Index cols = count > 2 ? std::atol(arguments[2]) : 500;
    const fs::path npy = fs::temp_directory_path() / "tamis_stream_ratios.npy";
    const fs::path csv = fs::temp_directory_path() / "tamis_stream_ratios.csv";
    write_npy<double>(npy, rows, cols);
    measure(".npy of doubles", npy, rows);
    write_npy<float>(npy, rows, cols);
    measure(".npy of floats", npy, rows);
    write_csv(csv, rows / 10, cols);
    measure(".csv", csv, rows / 10);
}
