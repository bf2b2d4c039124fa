# The public headers: what tamis.hpp reaches, tamis.h for C, and all that is installed. The tests hold every one of them to
# including only the standard library and other public headers. Selectors and projectors come from their .def files.
set(tamis_public_headers
    tamis/tamis.hpp
    tamis/tamis.h
    tamis/core/choice/count_rule.hpp
    tamis/core/choice/fixed_features.hpp
    tamis/core/citations/citations.hpp
    tamis/core/context.hpp
    tamis/core/dataset.hpp
    tamis/core/error.hpp
    tamis/core/feature_count.hpp
    tamis/core/options/fields.hpp
    tamis/core/threads/function_ref.hpp
    tamis/core/index.hpp
    tamis/core/labels.hpp
    tamis/core/matrix.hpp
    tamis/core/message.hpp
    tamis/core/projection.hpp
    tamis/core/options/registry.hpp
    tamis/core/rows.hpp
    tamis/core/rows/float_rows.hpp
    tamis/core/selection.hpp
    tamis/core/shards/round_costs.hpp
    tamis/core/options/value.hpp
    tamis/core/version.hpp
    tamis/eval/kmeans.hpp
    tamis/eval/protocol.hpp
    tamis/graph/build.hpp
    tamis/graph/graph.hpp
    tamis/graph/health.hpp
    tamis/graph/found_by.hpp
    tamis/graph/neighbors.hpp
    tamis/graph/user_graph.hpp
    tamis/io/load.hpp
    tamis/io/stream/streamed_data.hpp
    tamis/methods/lapofs/design_options.hpp
    tamis/methods/method.hpp
    tamis/passes/project_rows.hpp
    tamis/pipeline/choice/auto_select.hpp
    tamis/pipeline/choice/explanations.hpp
    tamis/pipeline/compare/compared_method.hpp
    tamis/pipeline/data_view.hpp
    tamis/pipeline/evaluate.hpp
    tamis/pipeline/exhibits/exhibits.hpp
    tamis/pipeline/compare/evaluator.hpp
    tamis/pipeline/graph_summary.hpp
    tamis/pipeline/project.hpp
    tamis/pipeline/run_head.hpp
    tamis/pipeline/select.hpp
    tamis/pipeline/summary.hpp
    tamis/pipeline/trust/trust.hpp
    tamis/preprocess/clean.hpp
    tamis/preprocess/scale.hpp
    tamis/saved/graph_file.hpp
    tamis/subspace/pairwise/pairwise_options.hpp
    tamis/subspace/projector.hpp
    tamis/subspace/whitened/pair_mean_options.hpp)
foreach(name IN LISTS tamis_methods_names)
  list(APPEND tamis_public_headers tamis/methods/${name}.hpp)
endforeach()
foreach(name IN LISTS tamis_subspace_names)
  list(APPEND tamis_public_headers tamis/subspace/${name}.hpp)
endforeach()
# Written by tamis_registry.
set(tamis_public_generated tamis/methods/all.hpp tamis/subspace/all.hpp)
