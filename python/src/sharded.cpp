#include "sharded.hpp"

#include <pybind11/stl.h>

#include <deque>
#include <memory>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/core/shards/deliveries.hpp"
#include "tamis/pipeline/shards/table.hpp"

namespace tamis::python {

namespace py = pybind11;

PythonShards::PythonShards(const std::vector<ShardShape>& shards, py::object run)
    : shape_(check_shape(shards)), run_(std::move(run)) {}

namespace {

py::list to_python(std::span<const Bytes> parts) {
    py::list all;
    for (const Bytes& part : parts) all.append(py::bytes(part));
    return all;
}

// Bytes, or an array of them, which must outlive this.
std::string_view bytes_of(const py::handle& held) {
    if (py::isinstance<py::bytes>(held)) return py::reinterpret_borrow<py::bytes>(held);
    const py::buffer_info info = py::reinterpret_borrow<py::buffer>(held).request();
    return {static_cast<const char*>(info.ptr), at(info.size * info.itemsize)};
}

std::vector<std::string_view> bytes_of_each(const py::list& parts) {
    std::vector<std::string_view> all;
    for (const py::handle part : parts) all.push_back(part.is_none() ? std::string_view() : bytes_of(part));
    return all;
}

std::vector<Bytes> from_python(const py::list& parts) {
    const std::vector<std::string_view> all = bytes_of_each(parts);
    return {all.begin(), all.end()};
}

// Rows that runs send each other. A worker may have several runs, which often want the same rows: what a run
// sends goes to a worker once, and each run there takes what it wants.
struct SharedParcels {
    Bytes shared;
    std::span<const Bytes> own_rows;        // per run, if the next rounds want the same
    std::vector<Bytes> senders;             // per run: what it sends to anyone; nothing if it sends none
    std::vector<std::vector<Bytes>> takes;  // per run that wants rows and per sender: the places of its
                                            // rows among those that are sent, "all", or nothing

    SharedParcels(const ParcelRequests& parcels, std::span<const Bytes> own)
        : shared(parcels.shared), own_rows(parcels.own_rows) {
        const std::size_t runs = own.size();
        senders.resize(runs);
        takes.resize(runs);
        for (std::size_t to = 0; to < runs; ++to)
            if (!own[to].empty()) takes[to].resize(runs);
        for (std::size_t from = 0; from < runs; ++from) {
            if (parcels.own[from].empty()) continue;
            const auto wanted = from_bytes<ParcelsRound::Own>(parcels.own[from]).rows;
            std::vector<Index> all;
            for (const std::vector<Index>& rows : wanted) all.insert(all.end(), rows.begin(), rows.end());
            sort_once(all);
            for (std::size_t to = 0; to < wanted.size(); ++to) {
                if (wanted[to].empty()) continue;
                std::vector<Index> places;
                for (const Index row : wanted[to]) places.push_back(place_of(all, row));
                takes.at(to).at(from) = places.size() == all.size() ? Bytes(all_rows) : to_bytes(places);
            }
            senders[from] = to_bytes(ParcelsRound::Own{{std::move(all)}});
        }
    }

    static constexpr std::string_view all_rows = "all";
};

py::tuple to_python(const SharedParcels& parcels) {
    py::list takes;
    for (const std::vector<Bytes>& of_run : parcels.takes) takes.append(to_python(of_run));
    return py::make_tuple(py::bytes(parcels.shared), to_python(parcels.senders), takes,
                          to_python(parcels.own_rows));
}

}  // namespace

template <class Use, class... More>
auto PythonShards::call(const char* engine, std::string_view round, const Bytes& shared,
                        std::span<const Bytes> own, const Context& context, Use use,
                        const More&... more) const {
    context.check_cancel();
    Index out =
        static_cast<Index>(shared.size()) * (own.empty() ? shape_.count() : static_cast<Index>(own.size()));
    for (const Bytes& part : own) out += static_cast<Index>(part.size());
    const py::gil_scoped_acquire lock;
    // An error of Python's must not leave the lock's reach.
    try {
        const py::cpp_function stopped([&context] { return context.cancelled(); });
        auto used = use(run_.attr(engine)(to_python(more)..., std::string(round), py::bytes(shared),
                                          to_python(own), stopped));
        ++rounds_;
        bytes_out_ += out;
        return used;
    } catch (const py::error_already_set& error) {
        context.check_cancel();
        throw Error(py::str(error.value()).cast<std::string>());
    }
}

Bytes PythonShards::run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                        const Context& context) const {
    return call("__call__", round, shared, own, context, [&](const py::tuple& answer) {
        bytes_in_ += answer[1].cast<Index>();
        return Bytes(bytes_of(answer[0]));
    });
}

std::vector<Bytes> PythonShards::run_on_runs(std::string_view round, const Bytes& shared,
                                             std::span<const Bytes> own, const Context& context) const {
    return call("on_runs", round, shared, own, context, [&](const py::list& answers) {
        std::vector<Bytes> each = from_python(answers);
        for (const Bytes& answer : each) bytes_in_ += static_cast<Index>(answer.size());
        return each;
    });
}

std::vector<std::vector<Index>> PythonShards::shards_of_runs() const {
    const py::gil_scoped_acquire lock;
    try {
        return run_.attr("runs")().cast<std::vector<std::vector<Index>>>();
    } catch (const py::error_already_set& error) {
        throw Error(py::str(error.value()).cast<std::string>());
    }
}

Index PythonShards::copy_cells() const {
    const py::gil_scoped_acquire lock;
    try {
        return cells_per_worker / run_.attr("most_runs")().cast<Index>();
    } catch (const py::error_already_set& error) {
        throw Error(py::str(error.value()).cast<std::string>());
    }
}

std::vector<Bytes> PythonShards::run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                                  const Bytes& shared, std::span<const Bytes> own,
                                                  const Context& context) const {
    const auto use = [&](const py::tuple& found) {
        std::vector<Bytes> each = from_python(found[0]);
        for (const Bytes& answer : each) bytes_in_ += static_cast<Index>(answer.size());
        bytes_in_ += found[1].cast<Index>();
        bytes_out_ += found[2].cast<Index>();
        return each;
    };
    return call("with_parcels", round, shared, own, context, use, SharedParcels(parcels, own));
}

namespace {

using Shape = std::tuple<Index, Index, bool>;

std::unique_ptr<SharedRows> make_rows(const std::vector<Shape>& shapes, const py::object& run) {
    std::vector<ShardShape> shards;
    for (const auto& [rows, cols, sparse] : shapes) shards.push_back({rows, cols, sparse});
    return std::make_unique<SharedRows>(shards, run);
}

// What `work` gives without the interpreter's lock, as an array that holds it: it may be large, and an array
// goes to another process as it is.
template <class Work>
py::array in_array(Work work) {
    auto found = std::make_unique<Bytes>();
    {
        const py::gil_scoped_release release;
        *found = work();
    }
    const auto size = static_cast<py::ssize_t>(found->size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(found->data());
    return py::array_t<std::uint8_t>(
        size, bytes, py::capsule(found.release(), [](void* held) { delete static_cast<Bytes*>(held); }));
}

// The chunks of a run.
class ChunkRows {
  public:
    explicit ChunkRows(const py::list& chunks) {
        std::vector<Rows> rows;
        if (chunks.empty()) throw Error("a run without chunks was asked for something");
        for (const py::handle chunk : chunks)
            rows.push_back(inputs_.emplace_back(py::reinterpret_borrow<py::object>(chunk)).rows());
        if (rows.size() > 1) joined_.emplace(std::move(rows));
    }
    Rows rows() const { return joined_ ? Rows(*joined_) : inputs_.front().rows(); }

  private:
    std::deque<InputRows> inputs_;
    std::optional<JoinedRows> joined_;
};

Context with_threads(int threads) {
    Context context;
    context.threads = threads;
    return context;
}

py::array round_partial(const std::string& round, const py::object& shared, const py::object& own,
                        const py::list& chunks, int threads) {
    const ChunkRows input(chunks);
    const std::string_view request = bytes_of(shared), part = bytes_of(own);
    return in_array([&] { return partial_of(round, request, part, input.rows(), with_threads(threads)); });
}

// The rows that answer a request of SharedParcels.
py::array round_parcel(const py::object& shared, const py::object& own, const py::list& chunks, int threads) {
    const ChunkRows input(chunks);
    const std::string_view request = bytes_of(shared), part = bytes_of(own);
    return in_array(
        [&] { return std::move(parcels_from(request, part, input.rows(), with_threads(threads)).at(0)); });
}

// Has the rows of a parcel where they can be read in place.
void align_parcel(py::array_t<std::uint8_t, py::array::c_style> parcel) {
    const std::span<char> bytes(reinterpret_cast<char*>(parcel.mutable_data()), at(parcel.nbytes()));
    const py::gil_scoped_release release;
    align_cells(bytes);
}

// What a run takes of the rows that others have sent.
class TakenParcels {
  public:
    TakenParcels(const std::vector<std::string_view>& sent, const std::vector<std::string_view>& taken)
        : parcels_(sent.size()), some_(sent.size()) {
        for (std::size_t from = 0; from < sent.size(); ++from) {
            if (taken.at(from).empty()) continue;
            parcels_[from] = sent[from];
            if (taken[from] != SharedParcels::all_rows) {
                const SentRows rows(sent[from]);
                const auto numbers = from_bytes<std::vector<Index>>(taken[from]);
                require_rows_of(Rows(rows.view()), numbers);
                some_[from] = pack_rows(rows.view(), numbers);
                parcels_[from] = some_[from];
            }
            bytes_ += parcels_[from].size();
        }
    }
    TakenParcels(const TakenParcels&) = delete;  // refers to its own bytes
    TakenParcels& operator=(const TakenParcels&) = delete;

    const std::vector<std::string_view>& parcels() const { return parcels_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::vector<std::string_view> parcels_;
    std::vector<Bytes> some_;  // of what was sent
    std::size_t bytes_ = 0;
};

// The same as round_partial for a run to which others have sent rows: `takes` says which of these it takes.
// And how many bytes these are.
py::tuple round_partial_with(const std::string& round, const py::object& shared, const py::object& own,
                             const py::list& chunks, const py::list& parcels, const py::list& takes,
                             int threads) {
    const ChunkRows input(chunks);
    const std::string_view request = bytes_of(shared), part = bytes_of(own);
    const std::vector<std::string_view> sent = bytes_of_each(parcels), taken = bytes_of_each(takes);
    std::size_t moved = 0;
    const py::array answer = in_array([&] {
        const TakenParcels parcels_taken(sent, taken);
        moved = parcels_taken.bytes();
        const Delivery delivery{part, parcels_taken.parcels()};
        return partial_of(round, request, delivery, input.rows(), with_threads(threads));
    });
    return py::make_tuple(answer, moved);
}

// An array of numbers that `held` holds.
template <class T>
py::array_t<T> array_in(const std::shared_ptr<const Matrix>& held, const T* data,
                        const std::vector<py::ssize_t>& shape) {
    auto holder = std::make_unique<std::shared_ptr<const Matrix>>(held);
    return py::array_t<T>(shape, data, py::capsule(holder.release(), [](void* old) {
                              delete static_cast<std::shared_ptr<const Matrix>*>(old);
                          }));
}

// The rows that a run wants for several rounds, and how many bytes of them others have sent: an array, or
// (indptr, indices, data, columns) if they are sparse. `shared` is what the parcels were asked for with.
py::tuple round_together(const py::object& shared, const py::object& own_rows, const py::list& chunks,
                         const py::list& parcels, const py::list& takes) {
    const ChunkRows input(chunks);
    const std::string_view request = bytes_of(shared), wanted = bytes_of(own_rows);
    const std::vector<std::string_view> sent = bytes_of_each(parcels), taken = bytes_of_each(takes);
    std::size_t moved = 0;
    std::shared_ptr<const Matrix> held;
    {
        const py::gil_scoped_release release;
        const TakenParcels parcels_taken(sent, taken);
        moved = parcels_taken.bytes();
        held =
            together_from(request, {{}, parcels_taken.parcels()}, from_bytes<OwnRows>(wanted), input.rows())
                .held;
    }
    if (!held->is_sparse()) {
        const DenseMatrix& dense = held->dense();
        return py::make_tuple(array_in(held, dense.data(), {dense.rows(), dense.cols()}), moved);
    }
    const auto of = [&](const auto& numbers) {
        return array_in(held, numbers.data(), {static_cast<py::ssize_t>(numbers.size())});
    };
    const SparseMatrix& sparse = held->sparse();
    return py::make_tuple(
        py::make_tuple(of(sparse.row_start()), of(sparse.columns()), of(sparse.values()), sparse.cols()),
        moved);
}

// As round_partial_with, where the rows that the run wants (`own_rows`) are put together already.
py::array round_partial_on(const std::string& round, const py::object& shared, const py::object& own,
                           const py::list& chunks, const py::object& own_rows, const py::object& rows,
                           int threads) {
    const ChunkRows input(chunks);
    const std::string_view request = bytes_of(shared), part = bytes_of(own), wanted = bytes_of(own_rows);
    const MatrixView cells = view_of(rows);
    return in_array([&] {
        KeptDelivery kept{from_bytes<OwnRows>(wanted), DeliveredRows{nullptr, cells}};
        return partial_of(round, request, Delivery{part, {}, &kept}, input.rows(), with_threads(threads));
    });
}

py::array round_merge(const std::string& round, const py::list& answers, bool all) {
    const std::vector<std::string_view> partials = bytes_of_each(answers);
    return in_array([&] { return merge_of(round, partials, all ? Merge::all : Merge::some); });
}

}  // namespace

void bind_sharded(py::module_& module) {
    using py::arg;
    py::class_<SharedRows>(module, "SharedRows", "Rows in shards elsewhere; every round is a call of `run`.")
        .def(py::init(&make_rows), arg("shapes"), arg("run"))
        .def_property_readonly(
            "shape", [](const SharedRows& x) { return std::pair(x.rows().rows(), x.rows().cols()); })
        .def_property_readonly("costs", [](const SharedRows& x) {
            const RoundCosts costs = x.shards().costs();
            py::dict result;
            result["rounds"] = costs.rounds;
            result["bytes_out"] = costs.bytes_out;
            result["bytes_in"] = costs.bytes_in;
            return result;
        });
    module.def("round_partial", &round_partial, arg("round"), arg("shared"), arg("own"), arg("chunks"),
               py::kw_only(), arg("threads"),
               "What a shard, or the chunks of a run together, answers in a round.");
    module.def("round_merge", &round_merge, arg("round"), arg("answers"), py::kw_only(), arg("all"),
               "The answers of neighboring shards as one, by a tree of pairs; `all`: there are no others.");
    module.def("round_parcel", &round_parcel, arg("shared"), arg("own"), arg("chunks"), py::kw_only(),
               arg("threads"), "The rows that a run sends to others.");
    module.def("align_parcel", &align_parcel, arg("parcel").noconvert(),
               "Moves the rows of a parcel within it to where they can be read in place.");
    module.def("round_together", &round_together, arg("shared"), arg("own_rows"), arg("chunks"),
               arg("parcels"), arg("takes"),
               "The rows of a run and those that others have sent it, and how many bytes of those it took.");
    module.def("round_partial_on", &round_partial_on, arg("round"), arg("shared"), arg("own"), arg("chunks"),
               arg("own_rows"), arg("rows"), py::kw_only(), arg("threads"),
               "What a run answers that has put together the rows it wants.");
    module.def("round_partial_with", &round_partial_with, arg("round"), arg("shared"), arg("own"),
               arg("chunks"), arg("parcels"), arg("takes"), py::kw_only(), arg("threads"),
               "What a run answers after others have sent it rows, and how many bytes of those it took.");
    module.def("round_names", &round_names, "The rounds that this version knows.");
}

}  // namespace tamis::python
