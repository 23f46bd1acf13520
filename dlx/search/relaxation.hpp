#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx::search {

/// The linear relaxation of choosing columns at the least cost, where a column may be chosen in
/// part. Each row is met exactly as often as its limit says, or at most as often. The dual simplex
/// method, which begins again from where it ended when columns are closed, because prices stay
/// feasible then.
///
/// Arithmetic is in floating point, so the caller must check every proof that uses prices.
class Relaxation {
 public:
  using Index = std::uint32_t;

  enum class Outcome : std::uint8_t {
    optimal,     ///< value() is a solution of least cost
    too_dear,    ///< all solutions cost more than the ceiling
    infeasible,  ///< a solution does not exist
    unfinished,  ///< too much work, or numbers that are of no use
  };

  /// The state of the method, from which it can continue later.
  struct Basis {
    std::vector<Index> columns;
    std::vector<double> weights;
  };

  /// The columns and rows.
  struct Program {
    std::vector<Index> first_row;  ///< for each column, and one more: where it begins in `rows`
    std::vector<Index> rows;       ///< rows of all columns
    std::vector<double> limits;    ///< limits of the rows
    std::vector<double> costs;     ///< costs of the columns; not below 0, unless a basis is loaded
  };

  /// `is_open` has an entry for each column, then one for each row, and is read in each solve(). A
  /// column whose entry is 0 is closed; a row whose entry is 0 must meet its limit.
  Relaxation(Program program, const std::vector<char>& is_open);

  /// Stops after about `work` more units of work(). prices() give a bound also if the outcome is
  /// not `optimal`; the bound is above the ceiling if the outcome is `too_dear` or `infeasible`.
  [[nodiscard]] Outcome solve(double ceiling, std::uint64_t work);

  /// The prices, one for each row. No open column costs less than its rows' prices, except for
  /// small errors.
  [[nodiscard]] const std::vector<double>& prices() const noexcept { return prices_; }
  /// The part of a column that is chosen.
  [[nodiscard]] double value(Index column) const {
    return place_[column] == none ? 0 : values_[place_[column]];
  }
  /// Visits the columns that may be chosen in part or whole, each with its value.
  template <class Visit>
  void for_each_value(Visit visit) const {
    for (Index p = 0; p < rows_; ++p) {
      if (basis_.columns[p] < columns_) visit(basis_.columns[p], values_[p]);
    }
  }

  [[nodiscard]] const Basis& basis() const noexcept { return basis_; }
  /// Goes back to a basis. Columns that were closed then may have been opened only if they were
  /// open when the basis was made. The prices of a basis that the caller has made must not exceed
  /// the cost of any column.
  void load(const Basis& basis);

  /// Entries looked at so far.
  [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
  [[nodiscard]] std::size_t heap_bytes() const;

 private:
  struct Term {
    Index at;
    double factor;
  };
  /// Lists of terms, one after the other.
  struct Terms {
    std::vector<Index> first;
    std::vector<Term> terms;
    void clear() {
      first.assign(1, 0);
      terms.clear();
    }
    void end_list() { first.push_back(static_cast<Index>(terms.size())); }
  };
  struct Pivot {
    Index row;
    Index place;
    double value;
  };
  static constexpr Index none = ~Index{0};

  [[nodiscard]] bool is_open(Index column) const { return is_open_[column] != 0; }
  template <class Visit>
  void for_each_row(Index column, Visit visit) const {
    if (column >= columns_) return visit(column - columns_);
    for (Index e = first_row_[column]; e < first_row_[column + 1]; ++e) visit(listed_rows_[e]);
  }

  void list_open_columns();
  [[nodiscard]] bool factorize();
  void load_active_columns();
  [[nodiscard]] bool choose_pivot(Pivot& pivot);
  [[nodiscard]] bool eliminate(const Pivot& pivot);
  [[nodiscard]] bool start_afresh();
  void to_basis(std::vector<double>& vector);
  void to_rows(std::vector<double>& vector);
  void compute_values();
  void compute_prices();
  void compute_all();
  [[nodiscard]] Index most_violated(double& violation) const;
  void make_pivot_row(Index place);
  [[nodiscard]] Index entering(double sign) const;
  void exchange(Index place, Index column, double violation);
  void add_ray(Index place, double sign, double rise);

  Index rows_, columns_;
  std::vector<Index> first_row_, listed_rows_;  // rows of columns
  std::vector<double> limits_;                  // limits of rows
  std::vector<double> costs_;                   // costs of columns, then of slack columns
  const std::vector<char>& is_open_;
  std::vector<Index> first_member_, members_, member_count_;  // columns of rows, those listed first
  std::vector<Index> listed_;                                 // columns that may be open
  std::vector<char> is_listed_;

  Basis basis_;
  std::vector<Index> place_;     // place in the basis, for each column
  std::vector<double> values_;   // values of the basis
  std::vector<double> reduced_;  // costs
  std::vector<double> prices_;
  double objective_ = 0;
  bool is_exact_ = false;       // values and reduced costs were computed from the basis alone
  bool is_factorized_ = false;  // the factors belong to the basis

  // The basis = lower * upper * changes: pivots in the order in which they were made, multiples of
  // a pivot's row that were taken from later rows, a pivot's column above it; and for every
  // exchange since, the column that came, in terms of the basis of that time.
  std::vector<Pivot> pivots_, changes_;
  Terms lower_, upper_, changed_;

  // While factors are made: the rest of the basis, by columns, and the places that use each row.
  std::vector<std::vector<Term>> active_, above_;
  std::vector<std::vector<Index>> users_;
  std::vector<Index> row_count_, single_columns_, single_rows_;
  std::vector<char> column_done_, row_done_;
  std::vector<double> multiples_;

  std::vector<double> spare_, pivot_row_, direction_, entering_, steepest_;
  std::vector<Index> touched_;  // columns in the pivot row
  std::uint64_t work_ = 0;
};

}  // namespace dlx::search
