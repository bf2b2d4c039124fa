// Rows of a file that is read again in every pass: a file that others write to in between is an Error.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "tamis/core/rows.hpp"

namespace tamis::detail {

// What tells one state of a file from another.
class FileState {
  public:
    explicit FileState(std::string path);

    // Throws Error if it is not as it was. A file that is gone is for those who read it: one that is open can
    // still be read.
    void require_unchanged() const;

  private:
    struct Marks {
        dev_t device = 0;
        ino_t number = 0;
        off_t size = 0;
        std::int64_t seconds = 0, nanoseconds = 0;  // when it was written to

        bool operator==(const Marks&) const = default;
    };
    bool read(Marks& marks) const;

    std::string path_;
    Marks before_;
};

class UnchangedRows final : public RowSource {
  public:
    UnchangedRows(FileState file, std::unique_ptr<RowSource> rows)
        : file_(std::move(file)), rows_(std::move(rows)) {}

    Index rows() const override { return rows_->rows(); }
    Index cols() const override { return rows_->cols(); }
    bool sparse() const override { return rows_->sparse(); }
    bool seekable() const override { return rows_->seekable(); }
    bool ranged() const override { return rows_->ranged(); }

    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        rows_->for_each_block(context, visit);
        file_.require_unchanged();
    }
    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        rows_->for_each_block_between(begin, end, visit);
        file_.require_unchanged();
    }
    Matrix gather(std::span<const Index> wanted) const override {
        Matrix found = rows_->gather(wanted);
        file_.require_unchanged();
        return found;
    }

  private:
    FileState file_;
    std::unique_ptr<RowSource> rows_;
};

}  // namespace tamis::detail
