// The whole public interface of tamis: what is not reached from here is not installed. Every header below can
// also be included by itself.
//
//     load, save, clean, fit_scaler     data sets: Dataset, Matrix, MatrixView (data of your own), Labels
//     build_graph, read_graph           neighbor graphs: Graph, check_graph
//     fisher, laplacian, lapdofs, …     selectors, one function each: Selection
//     pca, flda, trln, …                projectors, one function each: Projection, project_rows
//     methods, projectors               the same by name, with their options described as data
//     run_select, run_project           from data to result, as the command line does it
//     run_evaluate, summarize           comparisons of methods
//     run_auto                          method and number of features chosen, and what they are worth
//
// Everything is in namespace tamis; what is in tamis::detail may change at any time. What fails throws
// tamis::Error, or UsageError if the request is at fault.
#pragma once

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/rows/float_rows.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/core/version.hpp"
#include "tamis/graph/build.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/health.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tamis/io/load.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tamis/methods/all.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/pipeline/choice/auto_select.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/summary.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/scale.hpp"
#include "tamis/saved/graph_file.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/projector.hpp"
