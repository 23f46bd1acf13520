#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dlx::io {

/// A JSON document that can be destroyed without allocating memory. The destructor of
/// nlohmann::json allocates memory, and the program ends with SIGABRT if the allocation fails.
/// JsonDocument reserves the memory for its destructor while it reads the document.
class JsonDocument {
 public:
  using Json = nlohmann::json;

  /// The maximum nesting of objects and lists. The limit ensures that no text makes a reader use
  /// more memory than bytes_of() estimates.
  static constexpr std::size_t deepest = 100'000;
  /// Thrown by the constructor if objects and lists are nested more deeply than `deepest`.
  class TooDeep : public std::runtime_error {
   public:
    TooDeep() : std::runtime_error("nested more than " + std::to_string(deepest) + " deep") {}
  };

  /// An estimate of the memory in bytes that a document takes, computed from the commas, brackets
  /// and colons in its text.
  static std::uint64_t bytes_of(std::string_view text) {
    constexpr std::uint64_t value_bytes = 48;
    constexpr std::uint64_t list_bytes = 100;
    constexpr std::uint64_t member_bytes = 120;
    std::uint64_t bytes = 0;
    bool quoted = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const char c = text[k];
      if (quoted && c == '\\') ++k;
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == ',') bytes += value_bytes;
      if (c == '[' || c == '{') bytes += list_bytes;
      if (c == ':') bytes += member_bytes;
    }
    return bytes;
  }

  /// Parses a text. Throws TooDeep, Json::parse_error for text that is not JSON, Json::out_of_range
  /// for a number that is too large, and std::bad_alloc.
  explicit JsonDocument(std::string_view text) {
    Reader reader{*this};
    try {
      Json::sax_parse(text, &reader);
    } catch (...) {
      destroy();
      throw;
    }
  }
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;
  ~JsonDocument() { destroy(); }

  [[nodiscard]] const Json& root() const noexcept { return root_; }

 private:
  /// Builds the JSON document from the events of the SAX parser of nlohmann::json.
  struct Reader {
    JsonDocument& document;
    // The objects and arrays that are not yet closed, from the root of the document.
    std::vector<Json*> open = {};
    // Within an object: the member whose value is read next; null in an array.
    Json* member = nullptr;

    bool null() { return add(nullptr) != nullptr; }
    bool boolean(bool value) { return add(value) != nullptr; }
    bool number_integer(std::int64_t value) { return add(value) != nullptr; }
    bool number_unsigned(std::uint64_t value) { return add(value) != nullptr; }
    bool number_float(double value, const std::string& /*text*/) { return add(value) != nullptr; }
    bool string(std::string& value) { return add(std::move(value)) != nullptr; }
    bool binary(Json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) { return start(Json::object()); }
    bool start_array(std::size_t /*size*/) { return start(Json::array()); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }
    bool key(std::string& name) {
      document.reserve_place();
      member = &open.back()->get_ref<Json::object_t&>()[name];
      // If two members of an object have the same name, the second replaces the first. The value of
      // the first must be destroyed too.
      document.doomed_.push_back(std::move(*member));
      return true;
    }
    template <class Error>
    bool parse_error(std::size_t /*position*/, const std::string& /*last*/, const Error& error) {
      throw error;
    }

   private:
    Json* add(Json value) {
      document.reserve_place();
      if (open.empty()) {
        document.root_ = std::move(value);
        return &document.root_;
      }
      if (open.back()->is_array()) {
        auto& array = open.back()->get_ref<Json::array_t&>();
        array.push_back(std::move(value));
        return &array.back();
      }
      *member = std::move(value);
      return member;
    }
    bool start(Json value) {
      if (open.size() == deepest) throw TooDeep();
      open.push_back(add(std::move(value)));
      return true;
    }
    bool end() {
      open.pop_back();
      return true;
    }
  };

  /// Reserves memory in the list `doomed_`, so that the destructor can add one more value to the
  /// list without allocating memory.
  void reserve_place() {
    ++values_;
    if (doomed_.capacity() < values_) doomed_.reserve(2 * values_);
  }

  void destroy() noexcept {
    if (!root_.is_structured() && doomed_.empty()) return;
    doomed_.push_back(std::move(root_));
    while (!doomed_.empty()) {
      Json value = std::move(doomed_.back());
      doomed_.pop_back();
      if (auto* array = value.get_ptr<Json::array_t*>()) {
        for (Json& element : *array) doomed_.push_back(std::move(element));
        array->clear();
      } else if (auto* object = value.get_ptr<Json::object_t*>()) {
        for (auto& [name, element] : *object) doomed_.push_back(std::move(element));
        object->clear();
      }
    }
  }

  Json root_;
  std::vector<Json> doomed_;  // the values that the destructor must destroy
  std::size_t values_ = 0;
};

}  // namespace dlx::io
