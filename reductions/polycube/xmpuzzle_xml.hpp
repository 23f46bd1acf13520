#pragma once

#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/polycube/puzzle.hpp"
#include "reductions/polycube/separations.hpp"

/// Code shared by the reader (xmpuzzle_reader.cpp), the writer of new files (xmpuzzle_writer.cpp)
/// and the editor of existing files (xmpuzzle_editor.cpp) of BurrTools. Other code includes
/// xmpuzzle.hpp.
namespace dlx::polycube {

/// Limits of the format, and limits on files that are read.
/// @{
inline constexpr int largest_colour = 63;
inline constexpr std::uint64_t most_cells = 1'000'000;
inline constexpr int most_copies = 1'000'000;
/// @}

/// The characters that separate words in a text.
inline constexpr std::string_view xml_blanks = " \t\r\n";

/// The text of an element `assembly`, and the file's numbers of its pieces.
struct WrittenAssembly {
  std::string text;  ///< for each piece, four numbers, or an x if the piece is not used
  /// Pieces with their numbers, one for each position in the assembly.
  std::vector<NumberedPiece> pieces;
};

/// Writes an assembly. Throws std::invalid_argument if a placement is not a turned copy of its
/// piece, or belongs to no piece.
[[nodiscard]] WrittenAssembly written(const Puzzle& puzzle, const Assembly& assembly);

/// Throws std::bad_alloc if `has_it` is false, which means that memory is exhausted. When out of
/// memory, pugixml returns an empty node or false.
void check_memory(bool has_it);

/// Appends an element to a node.
pugi::xml_node add(pugi::xml_node node, const char* name);

/// Appends an attribute to a node.
template <class Value>
void put(pugi::xml_node node, const char* name, Value value) {
  pugi::xml_attribute attribute = node.append_attribute(name);
  check_memory(attribute && attribute.set_value(value));
}

/// Appends whitespace, a line end and an indentation; appends nothing if `blanks` is empty.
void append_blanks(pugi::xml_node node, const std::string& blanks);

/// Replaces the text of an element.
void set_text(pugi::xml_node node, const char* text);

/// Collects the output of pugixml.
struct TextWriter : pugi::xml_writer {
  std::string text;  ///< the output of pugixml so far
  /// Appends bytes to the output.
  void write(const void* data, std::size_t size) override;
};

}  // namespace dlx::polycube
