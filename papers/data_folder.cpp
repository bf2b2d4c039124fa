#include "papers/data_folder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::papers {

namespace {

// Shipped sets are called after the files that they were made of: "sonar" of sonar.data.
std::optional<std::string> shipped_name(const PaperData& wanted) {
    for (const std::string& name : shipped_data_sets())
        if (wanted.file == name + ".data") return name;
    return std::nullopt;
}

// "TOX-171.mat" and "tox_171.MAT" are the same name.
std::string plain(const std::string& name) {
    std::string result;
    for (const char c : name)
        result += c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace

std::vector<std::string> other_names(const std::string& file) {
    static const std::map<std::string, std::vector<std::string>> names = {
        {"orl.mat", {"ORL_32x32.mat"}},        {"att_28x23.mat", {"ORL_28x23.mat"}},
        {"yale.mat", {"Yale_32x32.mat"}},      {"yaleb_32x32.mat", {"YaleB.mat"}},
        {"coil20.mat", {"COIL20_32x32.mat"}},  {"orlraws10p.mat", {"orlraws.mat"}},
        {"usps2007.txt.gz", {"usps2007.txt"}}, {"vehicle.dat", {"vehicle.data"}},
        {"heart.dat", {"heart.data"}},         {"australian.dat", {"australian.data"}},
    };
    const auto found = names.find(file);
    return found == names.end() ? std::vector<std::string>{} : found->second;
}

std::optional<std::string> DataFolder::file_of(const PaperData& wanted) const {
    std::vector<std::string> there;
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(path_, unreadable))
        there.push_back(entry.path().filename().string());
    std::sort(there.begin(), there.end());
    std::vector<std::string> accepted = other_names(wanted.file);
    accepted.insert(accepted.begin(), wanted.file);
    if (std::find(there.begin(), there.end(), wanted.file) != there.end()) return path_ + "/" + wanted.file;
    for (const std::string& name : accepted)
        for (const std::string& file : there)
            if (plain(file) == plain(name)) return path_ + "/" + file;
    return std::nullopt;
}

bool DataFolder::has(const PaperData& wanted) const { return file_of(wanted).has_value(); }

std::optional<Dataset> DataFolder::load(const PaperData& wanted, const Context& context) {
    const auto [place, fresh] = sets_.try_emplace(wanted.file);
    if (!fresh) return place->second;
    std::optional<Dataset> found;
    if (const auto file = file_of(wanted))
        found = tamis::load(*file, {.label = wanted.label, .transpose = wanted.transpose}, context);
    else if (const auto shipped = shipped_name(wanted))
        found = tamis::load(*shipped, {}, context);
    if (!found) return std::nullopt;
    // Texts are codes of categories in these files.
    const CleanOptions cleaning{.missing = Missing::mean, .categories = Categories::rank};
    Dataset data = clean_for_splits(std::move(*found), cleaning, context);
    if (wanted.sparse) data.x = to_sparse(data.x);
    return place->second = std::move(data);
}

}  // namespace tamis::papers
