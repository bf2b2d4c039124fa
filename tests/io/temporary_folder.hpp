// A folder of its own for each test, removed at its end, and short ways to say what load does.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tamis/io/load.hpp"

namespace tamis::testing {

using namespace detail;

class TemporaryFolder {
  public:
    TemporaryFolder() {
        static std::atomic<int> counter{0};
        folder_ = std::filesystem::temp_directory_path() /
                  ("tamis-io-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        std::filesystem::create_directories(folder_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            names.push_back(entry.path().filename().string());
        return names;
    }

  private:
    std::filesystem::path folder_;
};

inline std::string bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The message without the folder of the file; "" when nothing is thrown.
template <class Work>
std::string error_of(Work&& work, const std::string& path) {
    try {
        work();
    } catch (const Error& error) {
        std::string text = error.what();
        const std::string folder = std::filesystem::path(path).parent_path().string() + "/";
        for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
            text.erase(at, folder.size());
        return text;
    }
    return "";
}

inline std::string load_error(const std::string& path, const LoadOptions& options = {}) {
    return error_of([&] { load(path, options); }, path);
}

// Rows of numbers, NaN equal to NaN.
inline void expect_matrix(const MatrixView& x, const std::vector<std::vector<double>>& rows) {
    const DenseMatrix dense = to_dense(x);
    ASSERT_EQ(dense.rows(), static_cast<Index>(rows.size()));
    for (Index i = 0; i < dense.rows(); ++i) {
        const auto& row = rows[at(i)];
        ASSERT_EQ(dense.cols(), static_cast<Index>(row.size()));
        for (Index j = 0; j < dense.cols(); ++j) {
            const double wanted = row[at(j)];
            if (std::isnan(wanted))
                EXPECT_TRUE(std::isnan(dense(i, j))) << "row " << i << ", column " << j;
            else
                EXPECT_EQ(dense(i, j), wanted) << "row " << i << ", column " << j;
        }
    }
}

// The same data to the bit: NaN equal to NaN.
inline void expect_same(const Dataset& a, const Dataset& b) {
    ASSERT_EQ(a.samples(), b.samples());
    ASSERT_EQ(a.features(), b.features());
    const DenseMatrix p = to_dense(a.x), q = to_dense(b.x);
    for (Index i = 0; i < p.rows(); ++i)
        for (Index j = 0; j < p.cols(); ++j) {
            if (std::isnan(p(i, j)) && std::isnan(q(i, j))) continue;
            ASSERT_EQ(p(i, j), q(i, j)) << "row " << i << ", column " << j;
            ASSERT_EQ(std::signbit(p(i, j)), std::signbit(q(i, j)));
        }
    EXPECT_EQ(a.labels.of, b.labels.of);
    EXPECT_EQ(a.labels.names, b.labels.names);
    EXPECT_EQ(a.labels.counts, b.labels.counts);
    EXPECT_EQ(a.feature_names, b.feature_names);
    EXPECT_EQ(a.sample_names, b.sample_names);
    ASSERT_EQ(a.categories.size(), b.categories.size());
    for (std::size_t c = 0; c < a.categories.size(); ++c) {
        EXPECT_EQ(a.categories[c].column, b.categories[c].column);
        EXPECT_EQ(a.categories[c].values, b.categories[c].values);
    }
}

}  // namespace tamis::testing
