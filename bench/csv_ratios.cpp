// Reading numeric CSV: megabytes of text per second, and the peak memory compared with the matrix that comes
// out. Usage: csv_ratios [rows columns]
#include <sys/resource.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/timing.hpp"
#include "tamis/io/load.hpp"

namespace {

// Decimals with six digits, or whole numbers from 0 to 255 as pixels have them.
void write_csv(const std::filesystem::path& path, tamis::Index rows, tamis::Index cols, bool whole) {
    std::ofstream file(path, std::ios::binary);
    tamis::detail::Random random(1);
    std::string line;
    for (tamis::Index i = 0; i < rows; ++i) {
        line.clear();
        for (tamis::Index j = 0; j < cols; ++j) {
            char text[32];
            const double value = random.uniform();
            const auto end =
                whole ? std::to_chars(text, text + sizeof text, static_cast<int>(256.0 * value))
                      : std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6);
            line.append(text, end.ptr);
            line += j + 1 < cols ? ',' : '\n';
        }
        file << line;
    }
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void measure(tamis::Index rows, tamis::Index cols, bool whole) {
    using namespace tamis;
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "tamis_csv_ratios.csv";
    write_csv(path, rows, cols, whole);
    const double text = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    const double matrix = static_cast<double>(rows * cols * 8) / (1024.0 * 1024.0);
    std::printf("%ld x %ld %s, %.0f MB of text, %.0f MiB of matrix\n", rows, cols,
                whole ? "whole numbers" : "decimals", text, matrix);
    for (const int threads : {1, 2}) {
        Context context;
        context.threads = threads;
        const double seconds =
            bench::median_seconds(3, [&] { bench::keep(load(path.string(), {}, context).x.dense()(0, 0)); });
        std::printf("%d thread%s: %6.2f s, %.0f MB/s\n", threads, threads == 1 ? " " : "s", seconds,
                    text / seconds);
    }
    std::printf("peak memory %.0f MiB, %.2f x the matrix\n", peak_megabytes(), peak_megabytes() / matrix);
    std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
    const tamis::Index rows = argc > 1 ? std::atol(argv[1]) : 100000;
    const tamis::Index cols = argc > 2 ? std::atol(argv[2]) : 500;
    measure(rows, cols, false);
    measure(rows, cols, true);
}
