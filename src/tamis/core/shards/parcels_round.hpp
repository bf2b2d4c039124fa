// Rows on their way from one run of shards to others: the driver passes their bytes on without looking into
// them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

// Dense cells that are all numbers of single precision travel as such, in half of the bytes; nothing is lost.
Bytes pack_rows(const Matrix& rows);
// Some rows of a matrix, in the order of their numbers, which must be there.
Bytes pack_rows(const MatrixView& matrix, std::span<const Index> numbers);
// Throws Error if pack_rows did not write this.
Matrix unpack_rows(std::string_view bytes);
// Moves doubles that pack_rows has written, by some bytes, to where they can be read in place: what has
// traveled may begin anywhere. The bytes still say where they are. Throws Error if pack_rows did not write
// them.
void align_cells(std::span<char> bytes);

// Dense rows as pack_rows has written them, to be copied to where they are needed. The bytes must outlive
// them.
class DenseParcel {
  public:
    // Nothing for sparse rows. Throws Error if pack_rows did not write this.
    static std::optional<DenseParcel> of(std::string_view bytes);
    static std::optional<DenseParcel> of(Bytes&& bytes) = delete;

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    // The rows first … first + count - 1, which must be there.
    void copy_to(double* target, Index first, Index count) const;
    // Nothing if the cells are of single precision, or lie where doubles cannot be read.
    std::optional<DenseView> in_place() const;
    bool narrow() const { return narrow_; }  // cells are of single precision
    std::string_view cells() const { return cells_; }

  private:
    Index rows_ = 0, cols_ = 0;
    bool narrow_ = false;
    std::string_view cells_;
};

// Rows as pack_rows has written them, read where they lie if they can be, and copied otherwise. The bytes
// must outlive them.
class SentRows {
  public:
    // Throws Error if pack_rows did not write this.
    explicit SentRows(std::string_view bytes);
    explicit SentRows(Bytes&& bytes) = delete;

    const MatrixView& view() const { return view_; }

  private:
    std::unique_ptr<const Matrix> copy_;
    MatrixView view_;
};

// Some rows of a run of shards, in parcels for different runs.
struct ParcelsRound {
    static constexpr std::string_view name = "parcels";
    using Request = Nothing;
    struct Own {
        std::vector<std::vector<Index>> rows;  // per parcel: counted in the run

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows);
        }
    };
    struct Partial {
        std::vector<Bytes> parcels;  // nothing for a parcel without rows

        template <class Archive>
        void fields(Archive& archive) {
            archive(parcels);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

// The parcels in an answer to it, one per run. They refer to the answer.
std::vector<std::string_view> parcels_of(std::string_view answer);
std::vector<std::string_view> parcels_of(Bytes&& answer) = delete;

// Where a worker keeps the rows of a delivery, put together, if the next rounds want the same.
struct KeptDelivery;

// What a run gets for a round before which others send it rows. Refers to bytes that must outlive it.
struct Delivery {
    std::string_view own;                   // from the driver
    std::vector<std::string_view> parcels;  // by the run that they come from; nothing from those that send
                                            // none
    KeptDelivery* kept = nullptr;           // if there is such a place; it does not travel

    template <class Archive>
    void fields(Archive& archive) {
        archive(own, parcels);
    }
};

// What a worker is asked for itself: bytes from the driver, or a delivery that need not be written as bytes
// first. Refers to what it is made of.
class OwnRequest {
  public:
    OwnRequest(std::string_view bytes) : bytes_(bytes) {}
    OwnRequest(const Bytes& bytes) : bytes_(bytes) {}
    OwnRequest(const char* bytes) : bytes_(bytes) {}
    OwnRequest(const Delivery& delivery) : delivery_(&delivery) {}

    // Throws Error if it was made of something else.
    template <class Own>
    Own as() const {
        if constexpr (std::is_same_v<Own, Delivery>)
            if (delivery_ != nullptr) return *delivery_;
        return from_bytes<Own>(bytes_);
    }

  private:
    std::string_view bytes_;
    const Delivery* delivery_ = nullptr;
};

// Throws Error if a request names a row that the run does not have.
void require_rows_of(const Rows& run, std::span<const Index> rows);

}  // namespace tamis::detail
