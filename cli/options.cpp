#include "options.hpp"

#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::cli {

namespace {

std::string value_shape(const FieldInfo& field) {
    if (field.kind == FieldKind::choice) return joined(field.choices, "|");
    const std::string number = field.kind == FieldKind::integer ? "N" : "X";
    return field.keyword.empty() ? number : field.keyword + "|" + number;
}

}  // namespace

std::string flag_name(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
}

void RunOptions::add_to(CLI::App& command) {
    command.add_option("--threads", threads, "threads to use; 0 = all cores; the result is always the same")
        ->type_name("N")
        ->capture_default_str()
        ->group("Run");
    command.add_option("--seed", seed, "seed for all random choices")
        ->type_name("N")
        ->capture_default_str()
        ->group("Run");
    command.add_flag("-q,--quiet", quiet, "no warnings and no progress")->group("Run");
}

Context RunOptions::context(Session& session) const {
    if (threads < 0)
        throw UsageError("--threads takes a number >= 0 (0 = all cores), not " + std::to_string(threads));
    if (quiet) session.console.be_quiet();
    Context context;
    context.threads = threads;
    if (threads == 0 && session.ranks != nullptr)  // the cores of a host are shared by its ranks
        context.threads = std::max(1, thread_count(context) / session.ranks->transport().sharing_cores());
    context.seed = seed;
    context.cancel = session.interrupted;
    context.warn = [&session](const std::string& text) { session.console.warning(text); };
    context.spell = spelled;
    context.progress = [&session](std::string_view stage, double done) {
        session.console.progress(stage, done);
    };
    return context;
}

void add_scale(CLI::App& command, std::string& scale) {
    command
        .add_option("--scale", scale, "scaling of the features (unit: of the samples) before the method runs")
        ->type_name("none|standard|minmax|unit")
        ->capture_default_str()
        ->group("Data");
}

void add_json(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "print one JSON document instead of the table")->group("Output");
}

void add_field_flags(CLI::App& command, const std::vector<FieldInfo>& fields, Settings& settings,
                     const std::string& group) {
    for (const FieldInfo& field : fields) {
        if (field.kind == FieldKind::boolean) {
            command
                .add_flag_callback(
                    flag_name(field.name),
                    [&settings, name = field.name] { settings.emplace_back(name, "true"); }, field.help)
                ->group(group);
            continue;
        }
        command
            .add_option_function<std::string>(
                flag_name(field.name),
                [&settings, name = field.name](const std::string& text) {
                    settings.emplace_back(name, text);
                },
                field.help)
            ->type_name(value_shape(field))
            ->default_str(to_text(field.fallback))
            ->group(group);
    }
}

Settings parse_settings(const std::vector<std::string>& texts) {
    Settings settings;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError("--set takes name=value, not '" + text + "'");
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return settings;
}

void require_writable(const std::string& path) {
    namespace fs = std::filesystem;
    if (path.empty()) return;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw Error("cannot write " + path + ": it is a directory");
    const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
    std::error_code trouble;
    const bool is_folder = fs::is_directory(folder, trouble);
    // Devices and pipes are written to directly, files next to what they replace.
    const bool special = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
    if (trouble == std::errc::permission_denied ||
        (is_folder && !special && ::access(folder.c_str(), W_OK | X_OK) != 0))
        throw Error("cannot write " + path + ": permission denied: you may not write to the folder '" +
                    folder.string() + "'");
    if (!is_folder) throw Error("cannot write " + path + ": there is no folder " + folder.string());
}

namespace {

std::filesystem::path place_of(const std::string& path) {
    std::error_code trouble;
    std::filesystem::path place =
        std::filesystem::weakly_canonical(std::filesystem::absolute(path, trouble), trouble);
    return trouble ? std::filesystem::path(path).lexically_normal() : place;
}

}  // namespace

bool are_same_file(const std::string& one, const std::string& other) {
    const auto names_none = [](const std::string& path) { return path.empty() || path == "-"; };
    if (names_none(one) || names_none(other)) return false;
    std::error_code trouble;  // also of hard links
    return place_of(one) == place_of(other) || std::filesystem::equivalent(one, other, trouble);
}

void refuse_overwriting(const std::string& flag, const std::string& path,
                        const std::vector<std::string>& read) {
    for (const std::string& file : read)
        if (are_same_file(file, path))
            throw UsageError(flag + " " + path + " would overwrite " +
                                 (file == path ? "a file that" : file + ", which") + " the command reads",
                             "give another name");
}

std::string read_text(const std::string& path, const std::string& kind) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw Error("cannot read " + path + ": " + std::strerror(errno));
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad() || text.empty()) throw Error(path + " is empty or cannot be read as " + kind);
    return text;
}

}  // namespace tamis::cli
