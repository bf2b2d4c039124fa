// The folder that holds the papers' data sets.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "papers/paper.hpp"

namespace tamis::papers {

class DataFolder {
  public:
    explicit DataFolder(std::string path) : path_(std::move(path)) {}

    // Whether its file is in the folder, under one of the names that people have for it: upper and lower
    // case,
    // "-" and "_" are alike.
    bool has(const PaperData& wanted) const;

    // A data set, ready for splitting: what is missing is left to be filled by the means of each training
    // part. A set that ships with tamis need not be in the folder. Nothing if
    // there is no such set. Every file is read once. Throws Error if a file cannot be read.
    std::optional<Dataset> load(const PaperData& wanted, const Context& context = {});

  private:
    std::optional<std::string> file_of(const PaperData& wanted) const;

    std::string path_;
    std::map<std::string, std::optional<Dataset>> sets_;
};

}  // namespace tamis::papers
