#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dlx {

/// A document of JSON. The library's own values need memory to be destroyed, and end the program
/// where there is none; this one lays it by while it reads.
class JsonDocument {
 public:
  using Json = nlohmann::json;

  /// Throws Json::parse_error for what is no JSON, Json::out_of_range for a number past all bounds,
  /// and std::bad_alloc.
  explicit JsonDocument(std::string_view text) {
    Reader reader{*this};
    try {
      Json::sax_parse(text, &reader);
    } catch (...) {
      bury();
      throw;
    }
  }
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;
  ~JsonDocument() { bury(); }

  [[nodiscard]] const Json& root() const noexcept { return root_; }

 private:
  /// Makes the tree from what the parser sees, as the library's own does.
  struct Reader {
    JsonDocument& document;
    std::vector<Json*> open = {};  // objects and arrays, from the root
    Json* member = nullptr;        // whose value comes next, in an object

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
      document.lay_by();
      member = &open.back()->get_ref<Json::object_t&>()[name];
      // Of two members of one name the last counts, and the first is to be buried as well.
      document.graves_.push_back(std::move(*member));
      return true;
    }
    template <class Error>
    bool parse_error(std::size_t /*position*/, const std::string& /*last*/, const Error& error) {
      throw error;
    }

   private:
    Json* add(Json value) {
      document.lay_by();
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
      open.push_back(add(std::move(value)));
      return true;
    }
    bool end() {
      open.pop_back();
      return true;
    }
  };

  /// Room for one more value that is to be destroyed.
  void lay_by() {
    ++values_;
    if (graves_.capacity() < values_) graves_.reserve(2 * values_);
  }

  void bury() noexcept {
    if (!root_.is_structured() && graves_.empty()) return;
    graves_.push_back(std::move(root_));
    while (!graves_.empty()) {
      Json value = std::move(graves_.back());
      graves_.pop_back();
      if (auto* array = value.get_ptr<Json::array_t*>()) {
        for (Json& element : *array) graves_.push_back(std::move(element));
        array->clear();
      } else if (auto* object = value.get_ptr<Json::object_t*>()) {
        for (auto& [name, element] : *object) graves_.push_back(std::move(element));
        object->clear();
      }
    }
  }

  Json root_;
  std::vector<Json> graves_;  // empty until the end, but for members that were overruled
  std::size_t values_ = 0;
};

}  // namespace dlx
