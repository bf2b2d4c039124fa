// What tests of files share: a folder of their own, and what is said while files are read or written.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.hpp"

namespace tamis::testing {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class FileTest : public ::testing::Test {
  protected:
    FileTest() {
        context_.warn = [this](const std::string& text) { warnings_.push_back(text); };
    }
    std::string error(const std::string& name, const std::string& text,
                      const LoadOptions& options = {}) const {
        return load_error(folder_.write(name, text), options);
    }

    TemporaryFolder folder_;
    Context context_;  // collects the warnings
    std::vector<std::string> warnings_;
};

// Of delimited text.
class CsvTest : public FileTest {
  protected:
    Dataset read(const std::string& text, const LoadOptions& options = {}) {
        return load(folder_.write("data.csv", text), options, context_);
    }
    std::string error(const std::string& text, const LoadOptions& options = {}) const {
        return FileTest::error("data.csv", text, options);
    }
};

}  // namespace tamis::testing
