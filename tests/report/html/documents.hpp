// Small documents of every kind for the tests of the page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tamis::documents {

using Json = nlohmann::ordered_json;

// 6 features, 3 of them chosen.
inline Json selection() {
    return Json::parse(R"json({
      "schema": "tamis.selection/1", "method": "fisher", "params": {}, "seed": 7, "version": "0.1.0",
      "data": {"name": "toy", "samples": 40, "features": 6, "classes": 2, "sparse": false, "hash": "xxh3:00ff",
               "feature_names": ["a", "b", "c", "d", "e", "f"], "options": {}},
      "label": {"name": "class", "classes": 2, "class_names": ["x", "y"]},
      "graph": null, "selected": [2, 0, 4], "selected_names": ["c", "a", "e"],
      "scores": [2.0, 0.5, 3.0, null, 1.5, 0.25], "raw_scores": [2.0, 0.5, 3.0, null, 1.5, 0.25],
      "raw_direction": "larger",
      "objective": {"name": "sum of Fisher scores", "trace": [6.5], "value": 6.5},
      "certificate": null, "stop": "converged", "iterations": 1, "remarks": [],
      "seconds": {"load": 0.001, "graph": 0.0, "method": 0.002, "total": 0.003}})json");
}

inline Json explanations() {
    return Json::parse(R"json([
      {"rank": 2, "margin": 0.5, "r2": 1.0, "r2_adjusted": 1.0, "nearest": 0, "r": 1.0, "reason": "chosen"},
      {"rank": 4, "margin": -1.0, "r2": 0.5, "r2_adjusted": 0.4, "nearest": 0, "r": -0.7, "reason": "lower score"},
      {"rank": 1, "margin": 1.5, "r2": 1.0, "r2_adjusted": 1.0, "nearest": 2, "r": 1.0, "reason": "chosen"},
      {"rank": 6, "margin": null, "r2": 0.0, "r2_adjusted": null, "nearest": null, "r": null, "reason": "does not vary"},
      {"rank": 3, "margin": 0.0, "r2": 1.0, "r2_adjusted": 1.0, "nearest": 4, "r": 1.0, "reason": "chosen"},
      {"rank": 5, "margin": -1.25, "r2": 0.999, "r2_adjusted": 0.998, "nearest": 0, "r": 0.9995,
       "reason": "nearly a copy of a (r = 1.000)"}])json");
}

// With everything that a selection can have.
inline Json full_selection() {
    Json document = selection();
    document["explanations"] = explanations();
    document["class_profiles"] = Json::parse(R"json([
      {"feature": 2, "highest": "x", "highest_difference": 1.5, "lowest": "y", "lowest_difference": -1.5},
      {"feature": 0, "highest": "y", "highest_difference": 0.75, "lowest": "x", "lowest_difference": -0.75},
      {"feature": 4, "highest": "x", "highest_difference": 0.5, "lowest": "y", "lowest_difference": -0.5}])json");
    document["pvalues"] = {0.001, 0.3, 0.0001, nullptr, 0.02, 0.6};
    document["qvalues"] = {0.003, 0.45, 0.0006, nullptr, 0.06, 0.7};
    document["selection_probability"] = {0.9, 0.2, 1.0, 0.0, 0.6, 0.3};
    document["stability"] = Json::parse(
        R"json({"pairs": 50, "size": 3, "value": 0.81, "low": 0.7, "high": 0.9, "bounds": []})json");
    document["rank_interval"] = Json::parse("[[1, 3], [3, 6], [1, 1], [6, 6], [2, 5], [3, 6]]");
    document["remarks"] = {"constant features: 1 of 6"};
    document["graph"] =
        Json::parse(R"json({"neighbors": 5, "weights": "heat", "bandwidth": 2.5, "symmetry": "union",
      "edges": 120, "components": 2, "isolated": 1, "hash": "xxh3:11", "metric": "euclidean", "self_loops": false,
      "search": "approximate", "same_class": 1.0, "recall_goal": 0.95, "recall": 0.97, "recall_interval": [0.96, 0.98]})json");
    document["exhibits"] = Json::parse(R"json({
      "scale": "none",
      "histograms": [{"feature": 2, "low": 0, "high": 4, "counts": [[1, 2, 3, 4], [4, 3, 2, 1]]}],
      "histogram_classes": ["x", "y"],
      "correlations": {"features": [2, 0, 4], "r": [[1, 0.95, -0.2], [0.95, 1, null], [-0.2, null, 1]]},
      "map": {"samples": [0, 1, 5], "class": [0, 1, -1], "features": 3,
              "pca": {"x": [0.5, 1, 2], "y": [3, 4, 5], "axes": ["pca1", "pca2"], "explained": [0.6, 0.3]},
              "flda": null, "projected": null, "note": "FLDA flatters"},
      "graph": {"degrees": {"low": 1, "high": 9, "counts": [[3, 5, 2]]}, "weights": {"low": 0.5, "high": 0.5, "counts": [7]}},
      "image": {"height": 2, "width": 3, "order": "rows"}})json");
    return document;
}

inline Json projection() {
    return Json::parse(R"json({
      "schema": "tamis.projection/1", "method": "flda", "params": {"regularization": 1e-05}, "seed": 0, "version": "0.1.0",
      "data": {"name": "toy", "samples": 40, "features": 4, "classes": 3, "sparse": false, "hash": "xxh3:0",
               "feature_names": null, "options": {}},
      "label": {"name": null, "classes": 3, "class_names": ["x", "y", "z"]}, "dim": 2, "pca": null,
      "eigenvalues": [3.0, 1.0], "feature_weights": [0.5, 0.1, 2.0, 0.0],
      "objective": {"name": "sum of eigenvalues", "trace": [1.0, 3.0, 4.0], "value": 4.0},
      "certificate": null, "stop": "iteration_limit", "iterations": 3, "remarks": [], "matrices": "",
      "seconds": {"load": 0.001, "pca": 0.0, "method": 0.002, "total": 0.003}})json");
}

// Methods a, b, random and all; `p` between a and b.
inline Json comparison(double p = 0.01, int repeats = 10) {
    Json summary = Json::array(), tests = Json::array(), ranks = Json::array();
    const auto row = [&](const std::string& method, int k, double mean) {
        summary.push_back({{"data", "toy"},
                           {"method", method},
                           {"label", method},
                           {"params", Json::object()},
                           {"k", k},
                           {"evaluator", "1nn"},
                           {"metric", "accuracy"},
                           {"mean", mean},
                           {"std", repeats > 1 ? 0.02 : 0.0},
                           {"n", repeats},
                           {"seconds", 0.001}});
    };
    for (const int k : {5, 10}) {
        row("fisher", k, k == 5 ? 0.8 : 0.9);
        row("variance", k, k == 5 ? 0.6 : 0.7);
        row("random", k, k == 5 ? 0.5 : 0.55);
        tests.push_back({{"data", "toy"},
                         {"k", k},
                         {"evaluator", "1nn"},
                         {"metric", "accuracy"},
                         {"a", "fisher"},
                         {"b", "variance"},
                         {"p", p / 3.0},
                         {"p_holm", p}});
    }
    row("all", 64, 0.95);
    double rank = 1.0;
    for (const char* label : {"all", "fisher", "variance", "random"})
        ranks.push_back({{"data", "toy"},
                         {"label", label},
                         {"evaluator", "1nn"},
                         {"metric", "accuracy"},
                         {"mean_rank", rank++}});
    return {{"schema", "tamis.results/1"},
            {"version", "0.1.0"},
            {"data",
             {{"name", "toy"},
              {"samples", 100},
              {"features", 64},
              {"classes", 2},
              {"label", "class"},
              {"hash", "xxh3:5"},
              {"options", Json::object()}}},
            {"protocol", "holdout:0.5x10"},
            {"seed", 0},
            {"options", {{"scale", "standard"}}},
            {"complete", true},
            {"remarks", Json::array()},
            {"rows", Json::array()},
            {"summary", summary},
            {"tests", tests},
            {"ranks", ranks},
            {"stability", Json::array()},
            {"selections", Json::array()}};
}

inline Json reproduction() {
    return Json::parse(R"json({
      "schema": "tamis.results/1", "version": "0.1.0", "paper": "gu2011", "citation": "Gu, Li, Han: GFS", "protocol": "1NN",
      "runs": [], "seed": 0, "quick": true,
      "cells": [
        {"table": "Table 1", "data": "ORL", "row": "Fisher", "column": "k = 10", "setting": "", "mean": 0.5, "std": 0.01,
         "n": 4, "paper": 0.51, "paper_std": 0.02, "differs": false},
        {"table": "Table 1", "data": "ORL", "row": "GFS", "column": "k = 10", "setting": "", "mean": 0.6, "std": 0.01,
         "n": 4, "paper": 0.71, "paper_std": 0.02, "differs": true}],
      "claims": [{"claim": "it converges", "measured": "yes", "holds": true}], "absent": ["usps.mat"],
      "figures": [
        {"schema": "tamis.figure/1", "figure": 1, "kind": "curves", "title": "Curves", "x": "features", "x2": null,
         "y": "1NN accuracy", "mirrors": "Fig. 1", "protocol": "splits", "panels": ["ORL"], "legend": ["Fisher", "GFS"],
         "absent": ["USPS: usps.mat"], "rows": [
           {"panel": "ORL", "curve": "Fisher", "x": 1, "x2": null, "mean": 0.2, "sd": 0.1, "n": 4},
           {"panel": "ORL", "curve": "Fisher", "x": 2, "x2": null, "mean": 0.4, "sd": 0.1, "n": 4},
           {"panel": "ORL", "curve": "GFS", "x": 1, "x2": null, "mean": 0.3, "sd": 0.1, "n": 4}]},
        {"schema": "tamis.figure/1", "figure": 2, "kind": "masks", "title": "Masks", "x": "column", "x2": null, "y": "row",
         "mirrors": "Fig. 2", "protocol": "one split", "panels": ["ORL"], "legend": ["Fisher"], "absent": [], "rows": [
           {"panel": "ORL", "curve": "Fisher", "row": 0, "column": 0, "value": 1},
           {"panel": "ORL", "curve": "Fisher", "row": 0, "column": 1, "value": 0},
           {"panel": "ORL", "curve": "Fisher", "row": 1, "column": 0, "value": 0},
           {"panel": "ORL", "curve": "Fisher", "row": 1, "column": 1, "value": 1}]},
        {"schema": "tamis.figure/1", "figure": 3, "kind": "surface", "title": "Surface", "x": "m", "x2": "alpha",
         "y": "1NN accuracy", "mirrors": "Fig. 3", "protocol": "folds", "panels": ["TOX"], "legend": ["TRLN"], "absent": [],
         "rows": [
           {"panel": "TOX", "curve": "TRLN", "x": 1, "x2": 0.1, "mean": 0.3, "sd": 0, "n": 1},
           {"panel": "TOX", "curve": "TRLN", "x": 2, "x2": 0.1, "mean": 0.6, "sd": 0, "n": 1}]}],
      "rows": [], "summary": [], "tests": []})json");
}

}  // namespace tamis::documents
