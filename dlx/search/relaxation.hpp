#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx::search {

/// The linear relaxation of a problem in which columns are chosen at the least total cost. In the
/// relaxation, fractions of columns may be chosen. The sum of the values of a row's columns must be
/// equal to the row's limit, or at most the limit. The relaxation is solved by the dual simplex
/// method. If some columns may no longer be used, the dual prices stay feasible, so the method
/// continues from its last basis.
///
/// The arithmetic is floating point, so the caller must check every bound that dual prices prove.
class Relaxation {
 public:
  using Index = std::uint32_t;

  enum class Outcome : std::uint8_t {
    optimal,     ///< value() is a solution of the relaxation of least cost
    too_dear,    ///< every solution of the relaxation costs more than the ceiling
    infeasible,  ///< the relaxation has no solution
    unfinished,  ///< the work limit was reached, or rounding errors became too large
  };

  /// A state of the simplex method (its basic columns), from which the method can continue later.
  struct Basis {
    std::vector<Index> columns;
    std::vector<double> weights;
  };

  /// The columns and rows of a linear program.
  struct Program {
    /// For each column: the position in `rows` at which the column's rows begin. After the last
    /// column comes the size of `rows`.
    std::vector<Index> first_row;
    std::vector<Index> rows;     ///< the rows that each column contains, one column after another
    std::vector<double> limits;  ///< for each row: the limit of the sum of its columns' values
    std::vector<double> costs;   ///< for each column: its cost, at least 0 unless a basis is loaded
  };

  /// `is_open` has an element for each column, then an element for each row. Each solve() reads
  /// `is_open`. A column whose element is 0 may not be used. A row whose element is 0 must meet its
  /// limit exactly.
  Relaxation(Program program, const std::vector<char>& is_open);

  /// Solves the relaxation, or stops after about `work` more units of work(). The dual prices()
  /// give a bound even if the outcome is not `optimal`. If the outcome is `too_dear` or
  /// `infeasible`, this bound is above the ceiling.
  [[nodiscard]] Outcome solve(double ceiling, std::uint64_t work);

  /// The dual price of each row. Except for rounding errors, every column that may be used costs at
  /// least the sum of its rows' dual prices.
  [[nodiscard]] const std::vector<double>& prices() const noexcept { return prices_; }
  /// The fraction of a column that the current solution of the relaxation chooses.
  [[nodiscard]] double value(Index column) const {
    return place_[column] == none ? 0 : values_[place_[column]];
  }
  /// Visits the columns in the basis, each with its value. All columns with a value other than 0
  /// are in the basis.
  template <class Visit>
  void for_each_value(Visit visit) const {
    for (Index p = 0; p < rows_; ++p) {
      if (basis_.columns[p] < columns_) visit(basis_.columns[p], values_[p]);
    }
  }

  [[nodiscard]] const Basis& basis() const noexcept { return basis_; }
  /// Returns to an earlier basis. Only columns that were open when this basis was made may be open
  /// now. If the caller has made the basis itself, its dual prices must be feasible: for each
  /// column, the sum of the prices of its rows must not exceed its cost.
  void load(const Basis& basis);

  /// The number of matrix entries that the method has processed so far.
  [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
  [[nodiscard]] std::size_t heap_bytes() const;

 private:
  struct Term {
    Index at;
    double factor;
  };
  /// A sequence of lists of terms, stored one after another in one vector.
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
  std::vector<Index> first_row_, listed_rows_;  // for each column: its rows, stored as in Program
  // For each row: the limit of the sum of its columns' values.
  std::vector<double> limits_;
  // The costs of the columns, followed by the costs of the slack columns.
  std::vector<double> costs_;
  const std::vector<char>& is_open_;
  // The columns of each row; the columns in listed_ come first.
  std::vector<Index> first_member_, members_, member_count_;
  std::vector<Index> listed_;  // the columns that were open (could be used) when the list was made
  std::vector<char> is_listed_;

  Basis basis_;
  // For each column: its position in the basis, or `none` if it is not in the basis.
  std::vector<Index> place_;
  std::vector<double> values_;   // for each position in the basis: the value of its column
  std::vector<double> reduced_;  // for each column: its reduced cost
  std::vector<double> prices_;
  double objective_ = 0;
  // Whether the values and reduced costs of columns were computed from the basis, without
  // accumulated errors.
  bool is_exact_ = false;
  bool is_factorized_ = false;  // whether the triangular factors belong to the current basis

  // The basis is the product of three factors: lower * upper * changes. `lower`: for each pivot, in
  // the order of elimination, the multiples of its row that were subtracted from later rows.
  // `upper`: for each pivot, its column above the pivot. `changes`: for each later exchange of a
  // column, the entering column in terms of the basis at that time.
  std::vector<Pivot> pivots_, changes_;
  Terms lower_, upper_, changed_;

  // Memory for computing the factors: the part of the basis that is not yet eliminated, by columns,
  // and for each row the basis positions whose columns contain it.
  std::vector<std::vector<Term>> active_, above_;
  std::vector<std::vector<Index>> users_;
  std::vector<Index> row_count_, single_columns_, single_rows_;
  std::vector<char> column_done_, row_done_;
  std::vector<double> multiples_;

  std::vector<double> spare_, pivot_row_, direction_, entering_, steepest_;
  std::vector<Index> touched_;  // the columns that have a nonzero value in pivot_row_
  std::uint64_t work_ = 0;
};

}  // namespace dlx::search
