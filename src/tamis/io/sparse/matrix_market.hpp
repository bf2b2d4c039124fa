// Matrix Market text: a banner, comments, the size, then one cell per line, counted from 1.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/line_reader.hpp"
#include "tamis/io/load.hpp"

namespace tamis::detail {

struct MarketBanner {
    std::string format;    // "coordinate" or "array"
    std::string field;     // "real", "integer", "pattern", …
    std::string symmetry;  // "general", "symmetric", …
};

// Reads banner, size and cells in this order; errors name the file and the line.
class MarketReader {
  public:
    MarketReader(ByteSource& source, std::string name);

    const MarketBanner& read_banner();
    void read_size();
    Index rows() const { return rows_; }
    Index cols() const { return cols_; }

    // Positions counted from 0; of a symmetric matrix as they stand in the file.
    using Cell = std::function<void(Index row, Index column, double value)>;
    void read_cells(const Cell& add, const Context& context = {});

    [[noreturn]] void fail(const std::string& what) const;  // at the line read last

  private:
    bool next_line();
    void skip_blanks();
    template <class Number>
    Number number(const char* what);
    void end_of_line();
    void read_coordinates(const Cell& add, const Context& context);
    void read_array(const Cell& add, const Context& context);

    std::string name_;
    LineReader lines_;
    MarketBanner banner_;
    std::string_view line_, rest_;
    Index line_number_ = 1, rows_ = 0, cols_ = 0, count_ = 0;
};

// A data matrix, sparse where the file is. `rows_are_features`: it will be turned.
Matrix read_matrix_market(ByteSource& source, const std::string& path, const LoadOptions& options,
                          bool rows_are_features, const Context& context);

}  // namespace tamis::detail
