// Runs every file of CORPUS/TARGET through its target, as an ordinary program: replay CORPUS
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "targets.hpp"

int main(int count, char** arguments) {
    namespace fs = std::filesystem;
    if (count != 2) {
        std::fprintf(stderr, "usage: replay CORPUS\n");
        return 2;
    }
    for (const tamis::fuzz::Target& target : tamis::fuzz::targets()) {
        const fs::path folder = fs::path(arguments[1]) / target.name;
        const auto start = std::chrono::steady_clock::now();
        int files = 0;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            std::ifstream stream(entry.path(), std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
            std::fprintf(stderr, "%s\n", entry.path().c_str());  // the last line names the culprit
            target.run(bytes);
            ++files;
        }
        if (files == 0) {
            std::fprintf(stderr, "%s: holds no files\n", folder.c_str());
            return 1;
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        std::printf("%-10s %4d files, %.2f s\n", target.name, files, seconds.count());
    }
    return 0;
}
