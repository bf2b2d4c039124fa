#include "tamis/saved/parts/part_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/shards/bytes.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/core/version.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

namespace {

// A byte that is no text, and line ends that a transfer as text would change.
constexpr std::string_view magic = "\x89TPS\r\n\x1a\n";
constexpr std::uint32_t is_labeled = 1, is_sparse = 2, has_unlabeled = 4, is_open = 8, all_flags = 15;
constexpr std::uint64_t most_samples = std::uint64_t{1} << 53U;  // counts are doubles in sums
constexpr std::size_t hash_bytes = sizeof(std::uint64_t);

struct Head {
    std::uint32_t format = part_version;
    std::string writer = version();  // of tamis

    template <class Archive>
    void fields(Archive& archive) {
        archive(format, writer);
    }
};

// A group is a class, or, last, the samples without a label. Sums have one row per group.
struct Content {
    std::uint32_t flags = 0;
    std::uint64_t shard = 0;
    std::string label_name;
    std::int64_t label_column = -1;
    std::vector<std::string> class_names;
    std::vector<std::uint64_t> counts;  // per group
    std::vector<std::string> feature_names;
    std::vector<double> low, high;           // per feature
    std::vector<double> shift, sum, square;  // groups × features

    template <class Archive>
    void fields(Archive& archive) {
        archive(flags, shard, label_name, label_column, class_names, counts, feature_names, low, high, shift,
                sum, square);
    }
};

[[noreturn]] void fail(const std::string& file, const std::string& what) {
    throw Error(file + ": " + what, "make the part again from its shard");
}

void require(bool good, const std::string& file, const std::string& what) {
    if (!good) fail(file, what);
}

template <class T>
void read(ByteReader& reader, T& value, const std::string& file) {
    try {
        reader(value);
    } catch (const Error&) {
        fail(file, "is cut off or damaged");
    }
}

// All rows but the last, which is of the samples without a label and is left out if there are none.
std::vector<double> rows_of(const DenseMatrix& matrix, std::size_t rows) {
    return {matrix.data(), matrix.data() + rows * at(matrix.cols())};
}

void set_rows(DenseMatrix& matrix, const std::vector<double>& cells, const std::string& file) {
    require(std::all_of(cells.begin(), cells.end(), [](double cell) { return std::isfinite(cell); }), file,
            "holds sums that are not finite");
    std::copy(cells.begin(), cells.end(), matrix.data());
}

void check_content(const Content& content, const std::string& file) {
    const bool unlabeled = (content.flags & has_unlabeled) != 0;
    const std::size_t features = content.low.size(), groups = content.counts.size();
    require((content.flags & ~all_flags) == 0, file, "has unknown flags");
    require((content.flags & is_open) == 0 || content.feature_names.empty(), file, "has damaged features");
    require(groups == content.class_names.size() + (unlabeled ? 1 : 0), file, "has damaged classes");
    require((content.flags & is_labeled) != 0 || content.class_names.empty(), file, "has damaged classes");
    // As make_labels would have named and sorted them.
    require(content.class_names.empty() || make_labels(content.class_names).names == content.class_names,
            file, "has damaged classes");
    require(features > 0, file, "has no features");
    require(content.high.size() == features &&
                (content.feature_names.empty() || content.feature_names.size() == features),
            file, "has damaged features");
    for (const auto* sums : {&content.shift, &content.sum, &content.square})
        require(sums->size() == groups * features, file, "has damaged sums");
    std::uint64_t samples = 0;
    for (const std::uint64_t count : content.counts) {
        require(count > 0 && count <= most_samples - samples, file,
                "has a class with an impossible number of samples");
        samples += count;
    }
}

void set_ranges(KnownMoments& known, const Content& content, const std::string& file) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    known.ranges = {content.low, content.high};
    for (std::size_t j = 0; j < content.low.size(); ++j) {
        const double low = content.low[j], high = content.high[j];
        require(content.counts.empty() ? low == infinite && high == -infinite
                                       : is_usable(low) && is_usable(high) && low <= high,
                file, "holds impossible ranges");
        known.exponent[j] = unit_exponent(std::max(std::abs(low), std::abs(high)));
    }
    known.moments.constant = known.ranges.constants();
}

Part to_part(const Content& content, const std::string& file) {
    check_content(content, file);
    Part part;
    part.name = file;
    part.shard = content.shard;
    part.sparse = (content.flags & is_sparse) != 0;
    part.open_width = (content.flags & is_open) != 0;
    part.label_name = content.label_name;
    part.label_column = content.label_column;
    part.feature_names = content.feature_names;
    ClassMoments& moments = part.moments;
    moments.labeled = (content.flags & is_labeled) != 0;
    moments.class_names = content.class_names;
    moments.class_counts.assign(content.counts.begin(), content.counts.end());
    moments.class_counts.resize(moments.class_names.size());
    if ((content.flags & has_unlabeled) != 0) moments.unlabeled = static_cast<Index>(content.counts.back());

    KnownMoments& known = moments.known;
    known = no_moments(moments.classes() + 1, static_cast<Index>(content.low.size()));
    set_ranges(known, content, file);
    std::copy(content.counts.begin(), content.counts.end(), known.moments.weight.begin());
    require(std::all_of(content.square.begin(), content.square.end(), [](double q) { return !(q < 0.0); }),
            file, "holds negative sums of squares");
    set_rows(known.moments.shift, content.shift, file);
    set_rows(known.moments.sum, content.sum, file);
    set_rows(known.moments.square, content.square, file);
    return part;
}

// The bytes between the mark and the hash at the end.
std::string_view inner(std::string_view bytes, const std::string& file) {
    const std::string_view start = bytes.substr(0, std::min(bytes.size(), magic.size()));
    require(!bytes.empty(), file, "is empty");
    if (start != magic.substr(0, start.size()))
        throw Error(file + ": is no part", "parts are made by 'tamis partial'");
    require(bytes.size() > magic.size() + hash_bytes, file, "is cut off");
    return bytes.substr(magic.size(), bytes.size() - magic.size() - hash_bytes);
}

// `sound`: it has the hash at its end. Parts of other versions may have theirs elsewhere.
void check_version(std::string_view bytes, bool sound, const std::string& file) {
    ByteReader reader(bytes);
    Head head;
    read(reader, head, file);
    if (head.format == part_version) return;
    if (!sound)
        throw Error(
            file + ": is damaged, or a part of another format version (" + std::to_string(head.format) + ")",
            "make it again with this version of tamis");
    throw Error(file + ": is a part of format version " + std::to_string(head.format) +
                    ", written by tamis " + head.writer + "; this is tamis " + version() +
                    ", which reads version " + std::to_string(part_version),
                "make all parts and the selection with the same version of tamis");
}

}  // namespace

std::string part_bytes(const Part& part) {
    const ClassMoments& moments = part.moments;
    const KnownMoments& known = moments.known;
    Content content;
    content.flags = (moments.labeled ? is_labeled : 0U) | (part.sparse ? is_sparse : 0U) |
                    (moments.unlabeled > 0 ? has_unlabeled : 0U) | (part.open_width ? is_open : 0U);
    content.shard = part.shard;
    content.label_name = part.label_name;
    content.label_column = part.label_column;
    content.class_names = moments.class_names;
    content.counts.assign(moments.class_counts.begin(), moments.class_counts.end());
    if (moments.unlabeled > 0) content.counts.push_back(static_cast<std::uint64_t>(moments.unlabeled));
    content.feature_names = part.feature_names;
    content.low = known.ranges.low;
    content.high = known.ranges.high;
    content.shift = rows_of(known.moments.shift, content.counts.size());
    content.sum = rows_of(known.moments.sum, content.counts.size());
    content.square = rows_of(known.moments.square, content.counts.size());
    ByteWriter writer;
    writer(Head(), content);
    std::string bytes = std::string(magic) + writer.take();
    ByteWriter end;
    end(hash_of(bytes));
    return bytes + end.take();
}

Part parse_part(std::string_view bytes, const std::string& file) {
    const std::string_view rest = inner(bytes, file);
    const std::string_view content = bytes.substr(0, bytes.size() - hash_bytes);
    ByteReader end(bytes.substr(content.size()));
    std::uint64_t hash = 0;
    read(end, hash, file);
    const bool sound = hash == hash_of(content);
    check_version(rest, sound, file);
    require(sound, file, "is cut off or damaged: its bytes do not have the hash at its end");
    return parse_part_content(bytes, file);
}

Part parse_part_content(std::string_view bytes, const std::string& file) {
    ByteReader reader(inner(bytes, file));
    Head head;
    Content content;
    read(reader, head, file);
    read(reader, content, file);
    require(reader.left().empty(), file, "is cut off or damaged");
    return to_part(content, file);
}

void write_part(const std::string& path, const Part& part) { write_file(path, part_bytes(part)); }

Part read_part(const std::string& path) { return parse_part(read_all(*open_file(path)), path); }

}  // namespace tamis::detail
