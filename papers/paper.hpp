// Experiments of papers, as data: what to run, and what the paper printed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tamis/pipeline/evaluate.hpp"

namespace tamis::papers {

using namespace detail;

// One printed number. Accuracies are in percent.
struct PaperFigure {
    std::string paper, table, data, row, column;
    double value = 0.0;
    std::optional<double> std = {};
};

// All of papers/figures.csv, which is part of the program.
const std::vector<PaperFigure>& paper_figures();

// A row of a paper's table and what we compute for it.
struct PaperRow {
    std::string table, row;
    std::string spec;          // as ComparedMethod reads it
    std::string setting = {};  // if a row is computed in several ways
};

// A data set as the paper uses it.
struct PaperData {
    std::string name;            // as the paper calls it
    std::string file;            // in the folder of data sets
    std::string label = "auto";  // as LoadOptions::label
    bool transpose = false;      // samples are columns
    bool sparse = false;         // mostly zeros: worked on in sparse storage
};

// "orl.mat (ORL, also ORL_32x32.mat)": the names that are accepted, in upper or lower case.
std::string file_text(const PaperData& data);
// Other names under which people have a file.
std::vector<std::string> other_names(const std::string& file);

struct Experiment {
    PaperData data;
    std::string setting = {};  // if an experiment is made in several ways
    std::vector<PaperRow> rows;
    EvaluateRequest request;          // without methods
    Protocol quick_protocol;          // fewer repeats
    bool name_features = false;       // columns say the number of features
    bool mean_over_features = false;  // one column with the mean over all k, and `shown` alone
    Index shown = 0;                  // the k of the tables if figures need more; 0: all of them
};

// Of the rows, each once.
std::vector<ComparedMethod> compared_methods(const Experiment& experiment);

// A statement of a paper that can be checked.
struct Claim {
    std::string text, measured;
    bool holds = false;
};

// Gives a paper's data set, ready for splitting; nothing if the file is not there.
using PaperLoader = std::function<std::optional<Dataset>(const PaperData&)>;

struct PaperCell {
    std::string table, data, row, column, setting;
    double mean = 0.0, std = 0.0;  // ours, in percent
    Index n = 0;                   // repeats
    std::optional<double> paper, paper_std;

    // By more than two of the paper's standard deviations, or 3 points if it gives none.
    bool differs() const;
};

// A comparison that a paper's cells are taken from.
struct PaperRun {
    std::string setting;  // of the experiment, if it is made in several ways
    EvaluateRun results;
    std::string data = {};  // as the paper calls it
};

struct PaperResults {
    std::vector<PaperCell> cells;
    std::vector<PaperRun> runs;
};

struct Figure;
struct Reproduction;

struct Paper {
    std::string name, protocol;  // the key of core/citations.hpp, and the protocol in words
    std::function<std::vector<Experiment>()> experiments;
    // What is checked in addition to the tables.
    std::function<std::vector<Claim>(const PaperLoader&, bool quick, const Context&)> claims;
    // Experiments that are no comparison of selectors.
    std::function<PaperResults(const PaperLoader&, bool quick, const Context&)> results;
    std::vector<PaperData> further_data;  // that claims and results use
    std::uint64_t first_seed = 0;         // what --seed 0 stands for
    // The figures as data, after the tables.
    std::function<std::vector<Figure>(const Reproduction&, const PaperLoader&, bool quick, const Context&)>
        figures = {};
};

const std::vector<Paper>& all_papers();
// Throws UsageError with the known names.
const Paper& find_paper(const std::string& name);
// The data sets that a paper uses, every file once.
std::vector<PaperData> data_of(const Paper& paper);

// The mean and deviation as a cell with the paper's figure, if there is one.
PaperCell make_cell(const std::string& paper, const PaperCell& ours);

struct Reproduction {
    std::string paper, citation, protocol;
    std::uint64_t seed = 0;
    bool quick = false;
    std::vector<PaperCell> cells;
    std::vector<Claim> claims;
    std::vector<std::string> absent;  // as file_text gives them
    std::vector<PaperRun> runs;
    double seconds = 0.0;
};

// Throws Error if none of the paper's data sets is found.
Reproduction reproduce(const Paper& paper, const PaperLoader& load, bool quick, const Context& context = {});

// The paper's figures, of which some are made of what `reproduce` has computed.
std::vector<Figure> reproduce_figures(const Paper& paper, const Reproduction& made, const PaperLoader& load,
                                      const Context& context = {});

}  // namespace tamis::papers
