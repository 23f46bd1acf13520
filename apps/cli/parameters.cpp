#include "apps/cli/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "apps/cli/combinations.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {

std::string joined(std::span<const std::string> words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

namespace {

bool is_kind(std::string_view choice) {
  return std::all_of(choice.begin(), choice.end(),
                     [](unsigned char c) { return std::isupper(c) != 0; });
}

Parameter describe(const CLI::Option& option, std::span<const std::string> known) {
  Parameter p;
  for (const std::string& name : option.get_snames()) p.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) p.names.push_back("--" + name);
  p.help = option.get_description();
  p.group = option.get_group();
  p.required = option.get_required();
  p.repeated = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
  if (!p.names.empty()) {
    p.needs = needed_by(option.get_name(), known);
    p.excludes = excluded_by(option.get_name(), known);
  }
  if (option.get_items_expected_max() == 0) return p;  // flags have no value

  const std::string type = option.get_type_name();  // for example "NAME:{a,b}"
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', std::min(open, type.size()));
  if (close != type.npos) {
    const std::string words = type.substr(open + 1, close - open - 1);
    for (const std::string_view choice : split_at(words, ",")) {
      (is_kind(choice) ? p.kinds : p.words).emplace_back(choice);
    }
  }
  p.value =
      p.names.empty() ? option.get_name(true) : type.substr(0, std::min(open, type.find(':')));
  const bool text = p.names.empty() && type == "TEXT";
  p.takes_file = text || p.value == "FILE" || p.value == "FOLDER" ||
                 std::find(p.kinds.begin(), p.kinds.end(), "FILE") != p.kinds.end();
  return p;
}

}  // namespace

std::vector<Parameter> parameters(const CLI::App& command) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) known.push_back(option->get_name());
  std::vector<Parameter> all;
  for (const CLI::Option* option : command.get_options()) all.push_back(describe(*option, known));
  return all;
}

int print_text(const Request& request, Console& console, const char* key, const std::string& name,
               const std::string& text) {
  if (request.json) {
    Json object = Json::object();
    object[key] = name;
    object["text"] = text;
    console.print_json(object);
  } else {
    console.print(text);
  }
  return success;
}

}  // namespace dlx::app
