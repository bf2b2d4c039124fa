#include "tamis/saved/parts/part_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/core/version.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/saved/parts/part_bytes.hpp"

namespace tamis::detail {

namespace {

// A byte that is no text, and line ends that a transfer as text would change.
constexpr std::string_view magic = "\x89TPS\r\n\x1a\n";
constexpr std::uint32_t is_labeled = 1, is_sparse = 2, has_names = 4, all_flags = 7;
constexpr std::uint8_t class_group = 0, unlabeled_group = 1;
constexpr Index most_samples = Index{1} << 53;  // counts are doubles in sums
constexpr std::size_t hash_bytes = sizeof(std::uint64_t);

struct Group {
    std::uint8_t kind = class_group;
    std::string name;
    Index count = 0;
};

std::vector<Group> groups_of(const ClassMoments& moments) {
    std::vector<Group> groups;
    for (std::size_t c = 0; c < moments.class_names.size(); ++c)
        groups.push_back({class_group, moments.class_names[c], moments.class_counts[c]});
    if (moments.unlabeled > 0) groups.push_back({unlabeled_group, "", moments.unlabeled});
    return groups;
}

std::span<const double> row_of(const DenseMatrix& matrix, Index row) {
    return {matrix.row(row), at(matrix.cols())};
}

void read_row(ByteReader& reader, DenseMatrix& matrix, Index row) {
    const std::span<double> cells(matrix.row(row), at(matrix.cols()));
    reader.reals(cells);
    reader.require(std::all_of(cells.begin(), cells.end(), [](double cell) { return std::isfinite(cell); }),
                   "holds sums that are not finite");
}

void read_groups(ByteReader& reader, ClassMoments& moments) {
    const std::uint64_t count = reader.count(sizeof(std::uint8_t) + sizeof(std::uint32_t) + sizeof(double));
    for (std::uint64_t g = 0; g < count; ++g) {
        const auto kind = reader.number<std::uint8_t>();
        std::string name = reader.text();
        const auto samples = reader.number<std::uint64_t>();
        reader.require(samples > 0 && samples <= at(most_samples) &&
                           moments.samples() <= most_samples - static_cast<Index>(samples),
                       "has a class with an impossible number of samples");
        if (kind == unlabeled_group) {
            reader.require(g + 1 == count && name.empty(), "has damaged classes");
            moments.unlabeled = static_cast<Index>(samples);
            continue;
        }
        reader.require(kind == class_group && moments.labeled && !name.empty(), "has damaged classes");
        moments.class_names.push_back(std::move(name));
        moments.class_counts.push_back(static_cast<Index>(samples));
    }
    // As make_labels would have named and sorted them.
    reader.require(
        moments.class_names.empty() || make_labels(moments.class_names).names == moments.class_names,
        "has damaged classes");
}

void read_ranges(ByteReader& reader, KnownMoments& known, bool any) {
    const auto features = at(known.features());
    known.ranges.low = reader.reals(features);
    known.ranges.high = reader.reals(features);
    for (std::size_t j = 0; j < features; ++j) {
        const double low = known.ranges.low[j], high = known.ranges.high[j];
        constexpr double infinite = std::numeric_limits<double>::infinity();
        reader.require(
            any ? is_usable(low) && is_usable(high) && low <= high : low == infinite && high == -infinite,
            "holds impossible ranges");
        known.exponent[j] = unit_exponent(std::max(std::abs(low), std::abs(high)));
    }
    known.moments.constant = known.ranges.constants();
}

void require_whole(std::string_view bytes, const std::string& file) {
    const ByteReader reader(bytes, file);
    const std::string_view start = bytes.substr(0, std::min(bytes.size(), magic.size()));
    if (bytes.empty()) reader.fail("is empty");
    if (start != magic.substr(0, start.size()))
        throw Error(file + ": is no part", "parts are made by 'tamis partial'");
    reader.require(bytes.size() > magic.size() + hash_bytes, "is cut off");
}

}  // namespace

std::string part_bytes(const Part& part) {
    const ClassMoments& moments = part.moments;
    const KnownMoments& known = moments.known;
    const std::vector<Group> groups = groups_of(moments);
    ByteWriter writer;
    writer.raw(magic);
    writer.number(part_version);
    writer.text(version());
    writer.number((moments.labeled ? is_labeled : 0) | (part.sparse ? is_sparse : 0) |
                  (part.feature_names.empty() ? 0 : has_names));
    writer.number(part.shard);
    writer.text(part.label_name);
    writer.integer(part.label_column);
    writer.number(static_cast<std::uint64_t>(groups.size()));
    for (const Group& group : groups) {
        writer.number(group.kind);
        writer.text(group.name);
        writer.number(static_cast<std::uint64_t>(group.count));
    }
    writer.number(static_cast<std::uint64_t>(part.features()));
    for (const std::string& name : part.feature_names) writer.text(name);
    writer.reals(known.ranges.low);
    writer.reals(known.ranges.high);
    Index row = 0;
    for (const Group& group : groups) {
        const Index place = group.kind == class_group ? row++ : moments.classes();
        for (const DenseMatrix* matrix : {&known.moments.shift, &known.moments.sum, &known.moments.square})
            writer.reals(row_of(*matrix, place));
    }
    writer.number(hash_of(writer.bytes()));
    return writer.bytes();
}

Part parse_part(std::string_view bytes, const std::string& file) {
    require_whole(bytes, file);
    const std::string_view content = bytes.substr(0, bytes.size() - hash_bytes);
    ByteReader head(content.substr(magic.size()), file);
    if (const auto found = head.number<std::uint32_t>(); found != part_version) {
        const std::string writer = found > 0 && found < 1000 ? head.text() : "";
        throw Error(file + ": is a part of format version " + std::to_string(found) +
                        (writer.empty() ? "" : ", written by tamis " + writer) + "; this is tamis " +
                        version() + ", which reads version " + std::to_string(part_version),
                    "make all parts and the selection with the same version of tamis");
    }
    ByteReader end(bytes.substr(content.size()), file);
    end.require(end.number<std::uint64_t>() == hash_of(content),
                "is cut off or damaged: its bytes do not have the hash at its end");
    return parse_part_content(bytes, file);
}

Part parse_part_content(std::string_view bytes, const std::string& file) {
    require_whole(bytes, file);
    ByteReader reader(bytes.substr(magic.size(), bytes.size() - magic.size() - hash_bytes), file);
    Part part;
    part.name = file;
    reader.require(reader.number<std::uint32_t>() == part_version, "is of another version");
    reader.text();  // the version of tamis that wrote it
    const auto flags = reader.number<std::uint32_t>();
    reader.require((flags & ~all_flags) == 0, "has unknown flags");
    ClassMoments& moments = part.moments;
    moments.labeled = (flags & is_labeled) != 0;
    part.sparse = (flags & is_sparse) != 0;
    part.shard = reader.number<std::uint64_t>();
    part.label_name = reader.text();
    part.label_column = reader.integer();
    read_groups(reader, moments);
    const std::vector<Group> groups = groups_of(moments);

    // Every feature has its ranges, and shift, sum and square of every group: memory follows what is there.
    const std::uint64_t features = reader.count((2 + 3 * groups.size()) * sizeof(double));
    reader.require(features > 0, "has no features");
    if ((flags & has_names) != 0)
        for (std::uint64_t j = 0; j < features; ++j) part.feature_names.push_back(reader.text());
    reader.require(reader.left() == features * (2 + 3 * groups.size()) * sizeof(double),
                   "is cut off or damaged");
    KnownMoments& known = moments.known;
    known = no_moments(moments.classes() + 1, static_cast<Index>(features));
    read_ranges(reader, known, !groups.empty());
    Index row = 0;
    for (const Group& group : groups) {
        const Index place = group.kind == class_group ? row++ : moments.classes();
        known.moments.weight[at(place)] = static_cast<double>(group.count);
        for (DenseMatrix* matrix : {&known.moments.shift, &known.moments.sum, &known.moments.square})
            read_row(reader, *matrix, place);
        const std::span<const double> squares = row_of(known.moments.square, place);
        reader.require(std::all_of(squares.begin(), squares.end(), [](double q) { return q >= 0.0; }),
                       "holds negative sums of squares");
    }
    return part;
}

void write_part(const std::string& path, const Part& part) { write_file(path, part_bytes(part)); }

Part read_part(const std::string& path) { return parse_part(read_all(*open_file(path)), path); }

}  // namespace tamis::detail
