#pragma once

#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/separations.hpp"

/// Code that reading, writing and changing files of BurrTools share. Other code includes
/// xmpuzzle.hpp: the reader is in xmpuzzle_reader.cpp, the writer of new files in
/// xmpuzzle_writer.cpp, the editor of files in xmpuzzle_editor.cpp.
namespace dlx::polycube {

/// Limits of the format, and of files that are read.
/// @{
inline constexpr int largest_colour = 63;
inline constexpr std::uint64_t most_cells = 1'000'000;
inline constexpr int most_copies = 1'000'000;
/// @}

/// The characters that separate words in a text.
inline constexpr std::string_view xml_blanks = " \t\r\n";

/// The text of an element `assembly`, and the numbers of its pieces.
struct WrittenAssembly {
  std::string text;                   ///< four numbers or an x for each piece
  std::vector<NumberedPiece> pieces;  ///< pieces by their positions in the assembly
};

/// Writes an assembly. Throws std::invalid_argument if a placement is not a turn of its piece, or
/// belongs to no piece.
[[nodiscard]] WrittenAssembly written(const Puzzle& puzzle, const Assembly& assembly);

/// Throws std::bad_alloc unless `has_it`: pugixml returns an empty node or false if it has no
/// memory.
void check_memory(bool has_it);

/// Appends an element.
pugi::xml_node add(pugi::xml_node node, const char* name);

/// Appends an attribute.
template <class Value>
void put(pugi::xml_node node, const char* name, Value value) {
  pugi::xml_attribute attribute = node.append_attribute(name);
  check_memory(attribute && attribute.set_value(value));
}

/// Appends a text of blanks: a line's end and an indentation; nothing if there are none.
void append_blanks(pugi::xml_node node, const std::string& blanks);

/// Replaces the text in an element.
void set_text(pugi::xml_node node, const char* text);

/// Collects the output of pugixml.
struct TextWriter : pugi::xml_writer {
  std::string text;  ///< the output so far
  /// Appends bytes.
  void write(const void* data, std::size_t size) override;
};

}  // namespace dlx::polycube
