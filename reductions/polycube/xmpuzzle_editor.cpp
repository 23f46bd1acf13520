#include <cstddef>
#include <cstdint>
#include <new>
#include <pugixml.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/separations.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "reductions/polycube/xmpuzzle_xml.hpp"

namespace dlx::polycube {
namespace {

/// Changes one puzzle (an element `problem`) in the text of a file. The document is parsed in such
/// a way that unchanged parts are saved exactly as they were written. So references such as &amp;
/// are not resolved, and blanks and comments are nodes.
class Editor {
 public:
  explicit Editor(std::string_view text) {
    // The text before the root element may contain anything that readers skip, so it is kept as
    // text.
    check_parsed(load(text, pugi::parse_default));
    const auto root = static_cast<std::size_t>(document_.child("puzzle").offset_debug()) - 1;
    head_ = text.substr(0, root);
    text.remove_prefix(root);
    constexpr unsigned as_spelled =
        pugi::parse_comments | pugi::parse_cdata | pugi::parse_ws_pcdata | pugi::parse_fragment;
    if (load(text, as_spelled | pugi::parse_pi)) return;
    // Parses again without processing instructions, because these may be malformed.
    check_parsed(load(text, as_spelled));
  }

  void change(std::size_t position, const NamedPuzzle& named, const Changes& changes) {
    pugi::xml_node problem = document_.child("puzzle").child("problems").child("problem");
    for (; position > 0; --position) problem = problem.next_sibling("problem");
    if (!problem) throw std::out_of_range("no such problem in the file");
    if (changes.state) set_attribute(problem, "state", static_cast<unsigned>(*changes.state));
    if (!changes.keeps_counts) {
      for (const char* name : {"solutions", "time"}) problem.remove_attribute(name);
      if (changes.solutions) set_attribute(problem, "solutions", *changes.solutions);
      if (changes.assemblies) {
        set_attribute(problem, "assemblies", *changes.assemblies);
      } else {
        problem.remove_attribute("assemblies");
      }
    }
    if (!changes.keeps_search) {
      while (const pugi::xml_node search = problem.child("assembler")) remove(search);
    }
    change_solutions(problem, named, changes);
  }

  [[nodiscard]] std::string text() {
    struct : pugi::xml_tree_walker {
      bool for_each(pugi::xml_node& node) override {
        for (pugi::xml_attribute attribute : node.attributes()) {
          std::string value = attribute.value();
          // In the saved file, '"' ends the value of an attribute.
          if (value.find('"') == std::string::npos) continue;
          for (std::size_t at = 0; (at = value.find('"', at)) != std::string::npos;) {
            value.replace(at, 1, "&quot;");
          }
          check_memory(attribute.set_value(value.c_str()));
        }
        return true;
      }
    } quotes;
    document_.traverse(quotes);
    TextWriter out;
    out.text = head_;
    document_.save(out, "",
                   pugi::format_raw | pugi::format_no_escapes | pugi::format_no_declaration,
                   pugi::encoding_utf8);
    return std::move(out.text);
  }

 private:
  pugi::xml_parse_result load(std::string_view text, unsigned flags) {
    const auto parsed = document_.load_buffer(text.data(), text.size(), flags, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    return parsed;
  }

  static void check_parsed(const pugi::xml_parse_result& parsed) {
    if (!parsed) throw std::logic_error("a file that was read is not well-formed XML");
  }

  template <class Value>
  static void set_attribute(pugi::xml_node node, const char* name, Value value) {
    pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) {
      const pugi::xml_attribute state = node.attribute("state");
      attribute = state ? node.insert_attribute_after(name, state) : node.append_attribute(name);
    }
    check_memory(attribute && attribute.set_value(value));
  }

  static bool is_blank(const pugi::xml_node& node) {
    return node.type() == pugi::node_pcdata && trimmed(node.value(), xml_blanks).empty();
  }

  /// Removes a node and the whitespace before it.
  static void remove(pugi::xml_node node) {
    pugi::xml_node parent = node.parent();
    if (const pugi::xml_node before = node.previous_sibling(); before && is_blank(before)) {
      parent.remove_child(before);
    }
    parent.remove_child(node);
  }

  /// The whitespace before the first child: a line end and an indentation, or an empty text.
  static std::string indentation(const pugi::xml_node& parent) {
    const pugi::xml_node first = parent.first_child();
    return first && is_blank(first) ? first.value() : "";
  }

  /// Appends a child on its own line, before the whitespace at the end of the parent.
  static pugi::xml_node append(pugi::xml_node parent, const char* name, const std::string& blanks) {
    std::string end;
    if (const pugi::xml_node last = parent.last_child(); last && is_blank(last)) {
      end = last.value();
      parent.remove_child(last);
    }
    append_blanks(parent, blanks);
    const pugi::xml_node child = add(parent, name);
    append_blanks(parent, end);
    return child;
  }

  static void change_solutions(pugi::xml_node problem, const NamedPuzzle& named,
                               const Changes& changes) {
    pugi::xml_node solutions = problem.child("solutions");
    std::vector<pugi::xml_node> saved;
    for (const pugi::xml_node solution : solutions.children("solution")) saved.push_back(solution);
    for (const auto& [n, stages] : changes.separated) separate(saved.at(n), named, n, stages);
    for (const std::size_t n : changes.dropped) remove(saved.at(n));
    if (changes.added.empty()) {
      if (solutions && !solutions.child("solution")) remove(solutions);
      return;
    }
    const std::string outer = indentation(problem);
    // The whitespace by which an element is indented more than its parent. This whitespace is the
    // difference between the indentations of a problem of the file and of its children.
    const std::string before = indentation(problem.parent());
    const std::string step =
        outer.starts_with(before) && !before.empty() ? outer.substr(before.size()) : "";
    if (!solutions) solutions = append(problem, "solutions", outer);
    if (!solutions.first_child()) append_blanks(solutions, outer);
    std::string inner = indentation(solutions);
    if (inner == outer) inner += step;
    std::unordered_set<std::uint64_t> taken;
    for (const pugi::xml_node solution : solutions.children("solution")) {
      // The number of a solution is 0 if the attribute is missing.
      taken.insert(solution.attribute("asmNum").as_ullong());
    }
    std::uint64_t number = 0;
    for (std::size_t n = 0; n < changes.added.size(); ++n) {
      while (!taken.insert(number).second) ++number;
      pugi::xml_node solution = append(solutions, "solution", inner);
      if (number > 0) put(solution, "asmNum", number);
      const std::string innermost = inner.empty() ? "" : inner + step;
      append_blanks(solution, innermost);
      const auto [text, pieces] = written(named.puzzle, changes.added[n]);
      set_text(add(solution, "assembly"), text.c_str());
      if (n < changes.added_stages.size() && !changes.added_stages[n].empty()) {
        add_separation(solution, changes.added_stages[n], pieces, innermost);
      }
      append_blanks(solution, inner);
    }
  }

  /// Adds a separation to a saved assembly.
  static void separate(pugi::xml_node solution, const NamedPuzzle& named, std::size_t n,
                       std::span<const lattice::Stage> stages) {
    const std::string blanks = indentation(solution);
    std::string end;
    if (const pugi::xml_node last = solution.last_child(); last && is_blank(last)) {
      end = last.value();
      solution.remove_child(last);
    }
    // The element `separationInfo` is removed, because in files of BurrTools a solution has either
    // this element or an element `separation`.
    while (const pugi::xml_node counts = solution.child("separationInfo")) remove(counts);
    add_separation(solution, stages, written(named.puzzle, named.saved.at(n)).pieces, blanks);
    append_blanks(solution, end);
  }

  std::string head_;  // the text before the root element
  pugi::xml_document document_;
};

}  // namespace

std::string update_xmpuzzle(std::string_view text, std::size_t position, const NamedPuzzle& named,
                            const Changes& changes) {
  Editor editor(text);
  editor.change(position, named, changes);
  return editor.text();
}

}  // namespace dlx::polycube
