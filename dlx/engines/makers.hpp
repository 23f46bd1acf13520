#pragma once

#include <memory>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/engine.hpp"

namespace dlx::engines {

/// A function that makes an engine for a problem. Each maker is defined in the file of its engine.
/// A maker throws std::invalid_argument for problems and branching rules that the engine does not
/// support.
using Maker = std::unique_ptr<search::Engine>(const Problem& problem, const Options& options);

/// The engine dancing_cells: exact cover with colours on sparse sets, for sparse problems with many
/// items. It finds the same solutions as dancing_links in a different order, and supports every
/// branching rule. Throws std::invalid_argument if the problem has multiplicities, or if
/// Branching::order names a secondary item or an item twice.
Maker make_dancing_cells;
Maker make_dancing_links;   ///< makes the engine that dancing_links.hpp describes
Maker make_bit_matrix;      ///< makes the engine that bit_matrix.hpp describes
Maker make_item_bits;       ///< makes the engine that item_bits.hpp describes
Maker make_learning_cells;  ///< makes the engine that learning_cells.hpp describes

/// A row of the table of engines: a kind of engine, and the function that makes it.
struct MakerRow {
  EngineKind kind;  ///< the name by which a user chooses the engine
  Maker* make;      ///< the function that makes the engine; never null
};

/// The table of engines: a row for each name in single_engine_names.
inline constexpr MakerRow makers[] = {
    {EngineKind::dancing_links, make_dancing_links},
    {EngineKind::dancing_cells, make_dancing_cells},
    {EngineKind::bit_matrix, make_bit_matrix},
    {EngineKind::item_bits, make_item_bits},
    {EngineKind::learning_cells, make_learning_cells},
};

}  // namespace dlx::engines
