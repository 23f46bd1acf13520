#include "reductions/polycube/xmpuzzle_xml.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "dlx/core/text.hpp"
#include "reductions/polycube/burr_turns.hpp"

namespace dlx::polycube {

WrittenAssembly written(const Puzzle& puzzle, const Assembly& assembly) {
  WrittenAssembly result{{}, std::vector<NumberedPiece>(assembly.size())};
  std::string& text = result.text;
  std::uint32_t number = 0;
  if (std::any_of(assembly.begin(), assembly.end(),
                  [&](const Placement& p) { return p.piece >= puzzle.pieces.size(); })) {
    throw std::invalid_argument("a saved placement is of no piece");
  }
  const BurrTurns& turns = BurrTurns::of(puzzle.grid);
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    const std::uint32_t most = piece.copies.value_or(Bounds{}).at_most;
    std::uint32_t copies = 0;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      if (assembly[i].piece != p) continue;
      ++copies;
      const auto [turn, at] = turns.place(piece, assembly[i]);
      result.pieces[i] = {number++, at};
      for (const int c : {at.x, at.y, at.z}) text += std::to_string(c) + ' ';
      text += std::to_string(turn) + ' ';
    }
    if (copies > most) {
      throw std::invalid_argument("piece " + in_quotes(piece.name) +
                                  " is saved more often than it may be used");
    }
    for (; copies < most; ++copies, ++number) text += "x ";
  }
  if (!text.empty()) text.pop_back();
  return result;
}

void check_memory(bool has_it) {
  if (!has_it) throw std::bad_alloc();
}

pugi::xml_node add(pugi::xml_node node, const char* name) {
  const pugi::xml_node child = node.append_child(name);
  check_memory(static_cast<bool>(child));
  return child;
}

void append_blanks(pugi::xml_node node, const std::string& blanks) {
  if (blanks.empty()) return;
  pugi::xml_node text = node.append_child(pugi::node_pcdata);
  check_memory(text && text.set_value(blanks.c_str()));
}

void set_text(pugi::xml_node node, const char* text) {
  check_memory(node.text().set(text));
}

void TextWriter::write(const void* data, std::size_t size) {
  text.append(static_cast<const char*>(data), size);
}

}  // namespace dlx::polycube
