// Options that several commands share, and what they stand for.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::cli {

// --threads, --seed, --quiet
struct RunOptions {
    int threads = 0;
    std::uint64_t seed = 0;
    bool quiet = false;

    void add_to(CLI::App& command);
    Context context(Session& session) const;
};

// DATA and how to read it.
struct DataOptions {
    std::string path;
    std::vector<std::string> files;  // as named, if there can be several: files and patterns
    Index shards = 0;                // into how many runs of rows one file is cut; 0: not given
    LoadOptions load;
    Settings clean;
    std::string memory;  // "2G"; empty: not given
    RunOptions run;

    void add_to(CLI::App& command);
    // For a command that also takes several files of another kind, which `more` describes: all that are named
    // go to `files`.
    void add_to(CLI::App& command, std::vector<std::string>& arguments, const std::string& more);
    // --shards, for commands that work on data in shards.
    void add_shards_to(CLI::App& command);
    CleanOptions clean_options() const;
    // The data and the labels: all files once patterns have become files.
    std::vector<std::string> files_read() const;
    // How much of the data may be held, in bytes: what --memory says, or half of the machine's memory.
    std::uint64_t allowed_memory() const;

    // What differs from the defaults, as a saved selection keeps it.
    Settings chosen() const;
    // The saved choices, for the options that were not given on the command line.
    void take_over(const Settings& saved);

  private:
    void add_reading_to(CLI::App& command);
    bool is_given(std::string_view text_option) const;

    std::vector<const CLI::Option*> text_given_;  // of the options in the table of texts
    const CLI::Option* transpose_given_ = nullptr;
    const CLI::Option* data_variable_given_ = nullptr;
    const CLI::Option* label_variable_given_ = nullptr;
    const CLI::Option* layer_given_ = nullptr;
};

void add_scale(CLI::App& command, std::string& scale);
void add_json(CLI::App& command, bool& json);

// "self_loops" as --self-loops
std::string flag_name(std::string field);

// One flag per described option: --name VALUE, or --name alone for true. What is given goes to `settings`.
void add_field_flags(CLI::App& command, const std::vector<FieldInfo>& fields, Settings& settings,
                     const std::string& group);

// "name=value" texts as settings.
Settings parse_settings(const std::vector<std::string>& texts);

// The whole of a file; throws if it cannot be read or is empty. `kind` says what it should hold.
std::string read_text(const std::string& path, const std::string& kind);

// Throws before any work is done if `path` cannot be written for a plain reason.
void require_writable(const std::string& path);

// Whether two names lead to one file, also if there is nothing yet. "" and "-" are none.
bool are_same_file(const std::string& one, const std::string& other);
// Throws UsageError if `path`, given with `flag`, is one of the files that the command reads.
void refuse_overwriting(const std::string& flag, const std::string& path,
                        const std::vector<std::string>& read);

}  // namespace tamis::cli
