// Files that hold several named arrays (MAT, HDF5, NPZ): which of them are the data, the labels, the names.
#pragma once

#include <string>
#include <vector>

#include "tamis/io/load.hpp"

namespace tamis::detail {

struct Variable {
    enum class Kind { numbers, texts, other };

    std::string name;
    std::vector<Index> shape;  // as the program shows it that wrote the file
    std::string type;          // for messages: "double", "char", …
    Kind kind = Kind::other;
    Index texts = 0;  // how many texts it holds

    std::string text() const;  // "fea (3×2 double)"
};

class VariableFile {
  public:
    // `noun`: what the format calls its arrays.
    VariableFile(const std::string& path, std::string noun) : path_(path), noun_(std::move(noun)) {}
    virtual ~VariableFile() = default;
    VariableFile(const VariableFile&) = delete;
    VariableFile& operator=(const VariableFile&) = delete;

    // Numbers of one dimension (as a column) or two; `flipped`: rows and columns exchanged.
    virtual Matrix read_matrix(const Variable& variable, bool flipped) = 0;
    virtual std::vector<std::string> read_texts(const Variable& variable) = 0;
    // The data themselves; a file that is read block by block gives their shape alone.
    virtual Matrix read_data(const Variable& variable, bool flipped) {
        return read_matrix(variable, flipped);
    }

    const std::vector<Variable>& variables() const { return variables_; }
    const std::string& path() const { return path_; }
    const std::string& noun() const { return noun_; }
    [[noreturn]] void fail(const Message& what) const;

  protected:
    std::vector<Variable> variables_;

  private:
    std::string path_, noun_;
};

// The data are the variable that the options name, one called X or fea, or the only matrix in the file; the
// labels are the one that the options name or one with a label's name. A text variable with one entry per
// feature holds their names. Throws Error where that leaves a choice, and says how to choose.
Dataset load_variables(VariableFile& file, const LoadOptions& options, const Context& context);

}  // namespace tamis::detail
