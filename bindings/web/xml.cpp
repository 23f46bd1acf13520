// In place of pugixml, of which Debian has headers and a library for its own machines, but no
// source: the functions that the files of BurrTools are read and written with, on the parser that
// Boost brings along as a header. Not all of pugixml: what else is called is missing when the page
// is linked. What pugixml hands around as pointers to its own nodes are nodes of that parser here.

#include <boost/property_tree/detail/rapidxml.hpp>
#include <cstddef>
#include <cstring>
#include <new>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace {

namespace rapid = boost::property_tree::detail::rapidxml;
using Node = rapid::xml_node<char>;
using Attribute = rapid::xml_attribute<char>;

/// A document, and the text that its names and values lie in.
struct State : rapid::xml_document<char> {
  std::string text;
};

Node* of(pugi::xml_node_struct* node) {
  return reinterpret_cast<Node*>(node);
}
Attribute* of(pugi::xml_attribute_struct* attribute) {
  return reinterpret_cast<Attribute*>(attribute);
}
pugi::xml_node_struct* handle(Node* node) {
  return reinterpret_cast<pugi::xml_node_struct*>(node);
}
pugi::xml_attribute_struct* handle(Attribute* attribute) {
  return reinterpret_cast<pugi::xml_attribute_struct*>(attribute);
}

/// A copy that lives as long as the document of the node.
char* kept(const Node* node, const char* text) {
  return node->document()->allocate_string(text, std::strlen(text) + 1);
}

/// The parser calls itself for every element in another; a text may not use up its stack.
bool is_too_deep(std::string_view text) {
  constexpr int deepest = 1'000;
  int depth = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (next == '!' || next == '?') continue;
    const std::size_t end = text.find('>', at);
    const bool closes = next == '/' || (end != std::string_view::npos && text[end - 1] == '/');
    if (next == '/' || !closes) depth += next == '/' ? -1 : 1;
    if (depth > deepest) return true;
  }
  return false;
}

const char* last_error = "";

bool is_text(const Node* node) {
  return node->type() == rapid::node_data || node->type() == rapid::node_cdata;
}

Node* first_text(Node* node) {
  Node* child = node == nullptr ? nullptr : node->first_node();
  while (child != nullptr && !is_text(child)) child = child->next_sibling();
  return child;
}

/// Removes texts of nothing but blanks, as pugixml does.
void remove_blanks(Node* parent) {
  for (Node* child = parent->first_node(); child != nullptr;) {
    Node* const next = child->next_sibling();
    const std::string_view value = child->value();
    if (child->type() == rapid::node_element) {
      remove_blanks(child);
    } else if (child->type() == rapid::node_data &&
               value.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      parent->remove_node(child);
    }
    child = next;
  }
}

std::string escaped(std::string_view text, bool quotes) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"' && quotes) {
      safe += "&quot;";
    } else if (static_cast<unsigned char>(c) < ' ' && (quotes || (c != '\n' && c != '\t'))) {
      safe += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
    } else {
      safe += c;
    }
  }
  return safe;
}

/// Appends a node as pugixml writes it with an indentation of one blank.
void write(const Node* node, std::size_t depth, std::string& out) {
  const bool is_declaration = node->type() == rapid::node_declaration;
  out.append(depth, ' ').append(is_declaration ? "<?xml" : std::string("<") + node->name());
  for (const Attribute* a = node->first_attribute(); a != nullptr; a = a->next_attribute()) {
    out += std::string(" ") + a->name() + "=\"" + escaped(a->value(), true) + "\"";
  }
  const Node* const first = node->first_node();
  if (first == nullptr) {
    out += is_declaration ? "?>\n" : " />\n";
    return;
  }
  out += ">";
  if (is_text(first)) {
    out += escaped(first->value(), false);
  } else {
    out += "\n";
    for (const Node* child = first; child != nullptr; child = child->next_sibling()) {
      write(child, depth + 1, out);
    }
    out.append(depth, ' ');
  }
  out += std::string("</") + node->name() + ">\n";
}

}  // namespace

namespace pugi {

// Documents. `_buffer` is theirs to keep anything in.

xml_document::xml_document() : _buffer(reinterpret_cast<char_t*>(new State)) {
  _root = handle(static_cast<Node*>(reinterpret_cast<State*>(_buffer)));
}

xml_document::~xml_document() {
  delete reinterpret_cast<State*>(_buffer);
}

xml_parse_result::xml_parse_result()
    : status(status_internal_error), offset(0), encoding(encoding_auto) {}
xml_parse_result::operator bool() const {
  return status == status_ok;
}
const char* xml_parse_result::description() const {
  return status == status_no_document_element ? "No document element found" : last_error;
}

xml_parse_result xml_document::load_buffer(const void* contents, std::size_t size, unsigned int,
                                           xml_encoding) {
  State& state = *reinterpret_cast<State*>(_buffer);
  xml_parse_result result;
  result.encoding = encoding_utf8;
  state.text.assign(static_cast<const char*>(contents), size);
  if (is_too_deep(state.text)) {
    last_error = "elements too deep in each other";
    return result;
  }
  try {
    state.parse<rapid::parse_doctype_node | rapid::parse_validate_closing_tags>(state.text.data());
  } catch (const rapid::parse_error& e) {
    last_error = e.what();
    result.offset = e.where<char>() - state.text.data();
    return result;
  }
  remove_blanks(&state);
  const bool has_element = static_cast<bool>(first_child());
  result.status = has_element ? status_ok : status_no_document_element;
  return result;
}

void xml_document::save(xml_writer& writer, const char_t*, unsigned int, xml_encoding) const {
  std::string text;
  for (const Node* node = of(_root)->first_node(); node != nullptr; node = node->next_sibling()) {
    write(node, 0, text);
  }
  writer.write(text.data(), text.size());
}

// Nodes.

xml_node::xml_node() : _root(nullptr) {}
xml_node::xml_node(xml_node_struct* node) : _root(node) {}
bool xml_node::operator!() const {
  return _root == nullptr;
}
xml_node::operator xml_node::unspecified_bool_type() const {
  return _root == nullptr ? nullptr : +[](xml_node***) {};
}
bool xml_node::operator!=(const xml_node& other) const {
  return _root != other._root;
}

xml_node_type xml_node::type() const {
  constexpr xml_node_type types[] = {// in the order of rapid::node_type
                                     node_document, node_element,     node_pcdata,  node_cdata,
                                     node_comment,  node_declaration, node_doctype, node_pi};
  return _root == nullptr ? node_null : types[of(_root)->type()];
}

const char_t* xml_node::name() const {
  return _root == nullptr ? "" : of(_root)->name();
}
const char_t* xml_node::value() const {
  return _root == nullptr ? "" : of(_root)->value();
}
// The parser's own functions take a null name for any.
xml_node xml_node::first_child() const {
  return child(nullptr);
}
xml_node xml_node::child(const char_t* name) const {
  return xml_node(_root == nullptr ? nullptr : handle(of(_root)->first_node(name)));
}
xml_node xml_node::next_sibling() const {
  return next_sibling(nullptr);
}
// The parser's own function asks for a parent, which documents lack.
xml_node xml_node::next_sibling(const char_t* name) const {
  const bool has_parent = _root != nullptr && of(_root)->parent() != nullptr;
  return xml_node(has_parent ? handle(of(_root)->next_sibling(name)) : nullptr);
}
const char_t* xml_node::child_value() const {
  const Node* const text = first_text(of(_root));
  return text == nullptr ? "" : text->value();
}
const char_t* xml_node::child_value(const char_t* name) const {
  return child(name).child_value();
}
xml_attribute xml_node::attribute(const char_t* name) const {
  return xml_attribute(_root == nullptr ? nullptr : handle(of(_root)->first_attribute(name)));
}
std::ptrdiff_t xml_node::offset_debug() const {
  if (_root == nullptr) return -1;
  const std::string& text = static_cast<const State*>(of(_root)->document())->text;
  return (is_text(of(_root)) ? of(_root)->value() : of(_root)->name()) - text.data();
}

xml_node xml_node::append_child(xml_node_type type) {
  Node* const child = of(_root)->document()->allocate_node(
      type == node_declaration ? rapid::node_declaration : rapid::node_data);
  of(_root)->append_node(child);
  return xml_node(handle(child));
}
xml_node xml_node::append_child(const char_t* name) {
  Node* const child =
      of(_root)->document()->allocate_node(rapid::node_element, kept(of(_root), name));
  of(_root)->append_node(child);
  return xml_node(handle(child));
}
xml_attribute xml_node::append_attribute(const char_t* name) {
  Attribute* const attribute = of(_root)->document()->allocate_attribute(kept(of(_root), name));
  of(_root)->append_attribute(attribute);
  return xml_attribute(handle(attribute));
}
bool xml_node::set_value(const char_t* value) {
  if (_root == nullptr) return false;
  of(_root)->value(kept(of(_root), value));
  return true;
}

// Texts and attributes.

xml_text::xml_text(xml_node_struct* root) : _root(root) {}
xml_text xml_node::text() const {
  return xml_text(_root);
}
bool xml_text::set(const char_t* value) {
  if (_root == nullptr) return false;
  Node* const text = first_text(of(_root));
  return (text == nullptr ? xml_node(_root).append_child(node_pcdata) : xml_node(handle(text)))
      .set_value(value);
}

xml_attribute::xml_attribute() : _attr(nullptr) {}
xml_attribute::xml_attribute(xml_attribute_struct* attribute) : _attr(attribute) {}
bool xml_attribute::operator!() const {
  return _attr == nullptr;
}
xml_attribute::operator xml_attribute::unspecified_bool_type() const {
  return _attr == nullptr ? nullptr : +[](xml_attribute***) {};
}
const char_t* xml_attribute::value() const {
  return _attr == nullptr ? "" : of(_attr)->value();
}
bool xml_attribute::set_value(const char_t* value) {
  if (_attr == nullptr) return false;
  of(_attr)->value(kept(of(_attr)->parent(), value));
  return true;
}
bool xml_attribute::set_value(int value) {
  return set_value(std::to_string(value).c_str());
}
bool xml_attribute::set_value(unsigned int value) {
  return set_value(std::to_string(value).c_str());
}
bool xml_attribute::set_value(unsigned long value) {
  return set_value(std::to_string(value).c_str());
}
bool xml_attribute::set_value(unsigned long long value) {
  return set_value(std::to_string(value).c_str());
}

// Iterators.

xml_object_range<xml_node_iterator> xml_node::children() const {
  return {xml_node_iterator(first_child()._root, _root), xml_node_iterator(nullptr, _root)};
}
xml_object_range<xml_named_node_iterator> xml_node::children(const char_t* name) const {
  return {xml_named_node_iterator(child(name)._root, _root, name),
          xml_named_node_iterator(nullptr, _root, name)};
}

xml_node_iterator::xml_node_iterator(xml_node_struct* node, xml_node_struct* parent)
    : _wrap(node), _parent(parent) {}
bool xml_node_iterator::operator!=(const xml_node_iterator& other) const {
  return _wrap != other._wrap;
}
xml_node& xml_node_iterator::operator*() const {
  return _wrap;
}
xml_node_iterator& xml_node_iterator::operator++() {
  _wrap = _wrap.next_sibling();
  return *this;
}

xml_named_node_iterator::xml_named_node_iterator(xml_node_struct* node, xml_node_struct* parent,
                                                 const char_t* name)
    : _wrap(node), _parent(parent), _name(name) {}
bool xml_named_node_iterator::operator!=(const xml_named_node_iterator& other) const {
  return _wrap != other._wrap;
}
xml_node& xml_named_node_iterator::operator*() const {
  return _wrap;
}
xml_named_node_iterator& xml_named_node_iterator::operator++() {
  _wrap = _wrap.next_sibling(_name);
  return *this;
}

}  // namespace pugi
