// Data that are cut into shards, for the commands: several files, or runs of rows of one file, in this
// process or on the ranks of a job.
#pragma once

#include "../loaded_data.hpp"
#include "../session.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::cli {

// Whether the data are worked on in shards: several files, --shards, or mpirun.
bool is_sharded(const DataOptions& options, const Session& session);

// Before anything is read: throws Error for what is not shared.
void check_shared(const SelectRequest& request);
void check_shared(const ProjectRequest& request);

// What they are loaded for.
struct ShardsUse {
    std::string method;
    bool needs_labels = false;  // of every sample
    Survey::Hash hash = Survey::Hash::no;
};

// The data of all shards, as the driver has them: labels and names here, rows where they are. The shards are
// told of in a note. Throws Error that names the file in which something is wrong.
LoadedData load_sharded(const DataOptions& options, const ShardsUse& use, Session& session,
                        const Context& context);

// Before a result is written: all ranks are still there. Tells what the rounds cost.
void finish_rounds(const LoadedData& loaded, Session& session, const Context& context);

// The work of a rank other than 0, until the driver stops; session.exit_code is what it said then.
void serve_shards(const DataOptions& options, Session& session, const Context& context);

// Throws UsageError for --plan, which knows of one process and one file.
void refuse_plan_of_shards(const DataOptions& options, const Session& session);

}  // namespace tamis::cli
