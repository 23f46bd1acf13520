#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace dlx::symmetry {

/// Refines a partition of a graph's vertices until it is equitable: any two vertices of a cell have
/// equally many neighbours in each cell. Each step splits all cells whose vertices have different
/// numbers of neighbours in a certain cell, the splitting cell. Class Refinement replaces nauty's
/// own procedure, which visits an entire cell if one of its vertices has a neighbour in the
/// splitting cell. If the graph has long chains, nauty's procedure takes quadratic time: at 750,000
/// vertices a single call took minutes, and could not be interrupted. Class Refinement visits only
/// the neighbours of the splitting cell. When a cell is split, its largest part does not become a
/// splitting cell (J. Hopcroft, An n log n algorithm for minimizing states in a finite automaton,
/// 1971). A deadline can interrupt the refinement.
class Refinement {
 public:
  /// Constructs a refinement of a graph, which is given by adjacency lists: the degree[v]
  /// neighbours of vertex v begin at ends[begin[v]]. `must_end` is called from time to time with
  /// the number of vertices and neighbours visited since its last call. It returns true to end the
  /// refinement.
  Refinement(std::span<const std::size_t> begin, std::span<const int> degree,
             std::span<const int> ends, std::function<bool(std::size_t)> must_end);

  struct Result {
    int cells = 0;
    /// A hash of the partition; equal for partitions that an automorphism maps to each other.
    int code = 0;
    /// Whether must_end() ended the refinement. The partition is then valid, but perhaps not
    /// equitable.
    bool ended = false;
  };

  /// `lab` lists the vertices, cell by cell. A cell ends at position k of `lab` if ptn[k] is at
  /// most `level`. New cells end with ptn[k] equal to `level`. `splitting` has, for each cell that
  /// may split other cells, the position in `lab` where the cell begins, in ascending order.
  Result refine(int* lab, int* ptn, int level, int cells, std::span<const int> splitting);

 private:
  using Index = std::uint32_t;

  void find_cells(const int* lab, const int* ptn, int level);
  void count_neighbours(int* lab, Index start);
  void split(int* lab, int* ptn, int level, Index start);
  void enqueue(Index start);
  void mix(std::uint64_t a, std::uint64_t b);
  bool out_of_time(std::size_t work);

  std::span<const std::size_t> begin_;
  std::span<const int> degree_;
  std::span<const int> ends_;
  std::function<bool(std::size_t)> must_end_;

  struct Vertex {
    Index place = 0;  // the position of the vertex in `lab`
    Index cell = 0;   // the position in `lab` where the vertex's cell begins
    Index count = 0;  // the number of the vertex's neighbours in the splitting cell
  };
  struct Cell {
    Index length = 0;
    // The number of vertices of the cell that have neighbours in the splitting cell. These vertices
    // are moved to the end of the cell.
    Index touched = 0;
    bool waiting = false;
  };
  std::vector<Vertex> vertices_;
  std::vector<Cell> cell_at_;  // for each position in `lab` where a cell begins: this cell
  std::vector<Index> queue_;
  std::vector<Index> hit_;        // the cells with neighbours of the splitting cell
  std::vector<int> members_;      // the vertices of the splitting cell
  std::vector<Index> fragments_;  // the positions where the fragments of a split cell begin
  int cells_ = 0;
  std::uint64_t code_ = 0;
  std::size_t work_ = 0;  // the amount of work since the last call of must_end_
};

}  // namespace dlx::symmetry
