#include "dlx/runs/table_folder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/mixed.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/sealed_text.hpp"

namespace dlx::runs {
namespace {

namespace fs = std::filesystem;

// The first line of the file of a sweep, a count that processes item after item. The number of
// items, the items in their order, and the state of the sweep follow. The number of items and each
// item have 32 bits.
constexpr std::string_view first_line = "dlx table 1\n";
constexpr std::string_view ending = ".table";
// The file of a sum over signs is a sealed text.
constexpr SealedKind sum_kind{"dlx sum 1", "a saved sum"};
constexpr std::string_view ending_of_fold = ".fold";
constexpr std::string_view ending_of_sum = ".sum";

/// The file name extension of a saved sweep, a count that processes item after item. A sweep that
/// merges symmetric states has another extension, because sweeps with and without merging may count
/// the same problem at the same time.
std::string_view ending_of(const tables::Sweep& sweep) {
  return sweep.folds() ? ending_of_fold : ending;
}

template <class Number>
std::string_view bytes_of(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

bool read_bytes(std::ifstream& in, char* to, std::size_t size) {
  return static_cast<bool>(in.read(to, static_cast<std::streamsize>(size)));
}

/// Reads the order of items at the beginning of a file. Returns an empty order if the file does not
/// contain a table.
std::vector<ItemId> read_order(std::ifstream& in) {
  std::array<char, first_line.size()> line{};
  std::uint32_t items = 0;
  if (!read_bytes(in, line.data(), line.size()) ||
      std::string_view(line.data(), line.size()) != first_line ||
      !read_bytes(in, reinterpret_cast<char*>(&items), sizeof items)) {
    return {};
  }
  std::vector<ItemId> order;
  for (std::uint32_t i = 0; i < items; ++i) {
    std::uint32_t item = 0;
    if (!read_bytes(in, reinterpret_cast<char*>(&item), sizeof item)) return {};
    order.push_back(ItemId{item});
  }
  return order;
}

/// Whether `items` are primary items of the problem, without repetitions.
bool are_items_of(const Problem& problem, std::vector<ItemId> items) {
  std::sort(items.begin(), items.end());
  return std::adjacent_find(items.begin(), items.end()) == items.end() &&
         (items.empty() || index(items.back()) < problem.primary_count());
}

bool is_order_of(const Problem& problem, const std::vector<ItemId>& order) {
  return order.size() == problem.primary_count() && are_items_of(problem, order);
}

struct FileOfSum {
  std::vector<ItemId> factors;
  std::uint64_t steps = 0;
  tables::SignSumState state;
};

std::string text_of(const std::vector<ItemId>& items) {
  std::string text;
  for (const ItemId item : items) text += std::to_string(index(item)) + ' ';
  return text;
}
std::vector<ItemId> items_in(const std::string& text) {
  std::istringstream in(text);
  std::vector<ItemId> items;
  for (std::uint32_t item; in >> item;) items.push_back(ItemId{item});
  return items;
}

/// Reads the file of an unfinished sum over signs (CountMethod::signs). Returns nullopt if the file
/// does not exist or is damaged.
std::optional<FileOfSum> read_sum(const std::string& path) {
  try {
    io::Input input = io::Input::open(path);
    return read_sealed(input, sum_kind, [](SealedLines& lines) {
      FileOfSum file;
      file.factors = items_in(lines.next("factors"));
      file.steps = lines.next_number("steps");
      file.state.step = lines.next_number("step");
      file.state.exact = lines.next_number("exact");
      file.state.rounded_low = lines.next_number("low");
      file.state.rounded_high = lines.next_number("high");
      file.state.magnitude = std::bit_cast<double>(lines.next_number("magnitude"));
      file.state.fingerprint = Residue(lines.next_number("fingerprint"));
      lines.end();
      return file;
    });
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace

TableFolder::TableFolder(std::string folder, std::chrono::nanoseconds interval)
    : folder_(std::move(folder)), interval_(interval) {}

std::string TableFolder::path_of(const Problem& problem, const Tally& weights,
                                 std::string_view file_ending) const {
  std::uint64_t mark = 0;
  for (const OptionWeight& weight : weights.weights()) {
    mark = mixed(mark ^ weight.ways);
    mark = mixed(mark ^ weight.factor.value());
  }
  constexpr std::size_t digits = 32;
  return folder_ + "/" + certificate::identity(problem).substr(0, digits) + "-" +
         std::to_string(mark) + std::string(file_ending);
}

std::vector<ItemId> TableFolder::order(const Problem& problem, const Tally& weights) {
  std::error_code none;
  if (!fs::exists(folder_, none)) return {};
  std::ifstream in(path_of(problem, weights, ending), std::ios::binary);
  std::vector<ItemId> order = read_order(in);
  return is_order_of(problem, order) ? order : std::vector<ItemId>();
}

bool TableFolder::load(const Problem& problem, const Tally& weights, tables::Sweep& sweep) {
  std::error_code none;
  if (!fs::exists(folder_, none)) return false;
  std::ifstream in(path_of(problem, weights, ending_of(sweep)), std::ios::binary);
  if (!is_order_of(problem, read_order(in))) return false;
  return sweep.load([&](char* to, std::size_t size) { return read_bytes(in, to, size); });
}

void TableFolder::write(const Problem& problem, const Tally& weights,
                        const std::vector<ItemId>& order, const tables::Sweep& sweep) {
  make_folder();
  io::DurableFile file(path_of(problem, weights, ending_of(sweep)));
  file.append(first_line);
  const auto items = static_cast<std::uint32_t>(order.size());
  file.append(bytes_of(&items, 1));
  file.append(bytes_of(order.data(), order.size()));
  sweep.save([&](std::string_view bytes) { file.append(bytes); });
  file.keep();
}

std::vector<ItemId> TableFolder::factors(const Problem& problem, const Tally& weights) {
  const auto file = read_sum(path_of(problem, weights, ending_of_sum));
  return file && are_items_of(problem, file->factors) ? file->factors : std::vector<ItemId>();
}

std::optional<tables::SignSumState> TableFolder::sum(const Problem& problem, const Tally& weights,
                                                     const tables::SignPlan& plan) {
  const auto file = read_sum(path_of(problem, weights, ending_of_sum));
  if (!file || file->factors != plan.items ||
      file->steps != tables::SignSum::steps_of(plan.variables))
    return {};
  return file->state;
}

void TableFolder::write_sum(const Problem& problem, const Tally& weights,
                            const tables::SignPlan& plan, const tables::SignSumState& state) {
  make_folder();
  io::DurableFile file(path_of(problem, weights, ending_of_sum));
  file.append(sealed(std::string(sum_kind.first_line) + '\n' +
                     line_of("factors", text_of(plan.items)) +
                     line_of("steps", tables::SignSum::steps_of(plan.variables)) +
                     line_of("step", state.step) + line_of("exact", state.exact) +
                     line_of("low", state.rounded_low) + line_of("high", state.rounded_high) +
                     line_of("magnitude", std::bit_cast<std::uint64_t>(state.magnitude)) +
                     line_of("fingerprint", state.fingerprint.value())));
  file.keep();
}

void TableFolder::make_folder() const {
  std::error_code error;
  fs::create_directory(folder_, error);
  if (error) throw io::SystemError(folder_ + ": " + error.message());
}

void TableFolder::remove() {
  std::error_code error;
  fs::remove_all(folder_, error);
  if (error) throw io::SystemError(folder_ + ": " + error.message());
}

std::vector<TableFolder::Kept> TableFolder::list(const std::string& folder) {
  std::vector<Kept> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() != ending && entry.path().extension() != ending_of_fold) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    if (read_order(in).empty()) continue;
    const auto sweep = tables::Sweep::describe(
        [&](char* to, std::size_t size) { return read_bytes(in, to, size); });
    if (sweep) found.push_back({*sweep, entry.file_size(none)});
  }
  std::sort(found.begin(), found.end(),
            [](const Kept& a, const Kept& b) { return a.bytes > b.bytes; });
  return found;
}

std::vector<TableFolder::KeptSum> TableFolder::list_sums(const std::string& folder) {
  std::vector<KeptSum> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() != ending_of_sum) continue;
    const auto file = read_sum(entry.path());
    if (file) found.push_back({file->state.step, file->steps});
  }
  std::sort(found.begin(), found.end(),
            [](const KeptSum& a, const KeptSum& b) { return a.steps > b.steps; });
  return found;
}

}  // namespace dlx::runs
