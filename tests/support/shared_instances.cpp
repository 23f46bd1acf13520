#include "tests/support/shared_instances.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "dlx/io/format.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx::test {
namespace {

/// The fields of every line after the first, which names the columns.
std::vector<std::vector<std::string>> read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string shared_path(const std::string& name) {
  return DLX_SHARED "/" + name;
}

std::vector<SharedInstance> shared_instances() {
  std::vector<SharedInstance> result;
  for (const auto& row : read_table(shared_path("instances/INDEX.tsv"))) {
    result.push_back({.name = row.at(0),
                      .solutions = row.at(1),
                      .items = static_cast<std::uint32_t>(std::stoul(row.at(2))),
                      .options = static_cast<std::uint32_t>(std::stoul(row.at(3)))});
  }
  return result;
}

std::string shared_instance_path(const std::string& name) {
  return shared_path("instances/" + name + ".dlx");
}

Problem read_shared_instance(const std::string& name) {
  io::Input input = io::Input::open(shared_instance_path(name));
  return read_knuth_text(input).problem;
}

std::vector<SharedPartitioning> shared_partitionings() {
  std::vector<SharedPartitioning> result;
  for (const auto& row : read_table(shared_path("instances/spp/INDEX.tsv"))) {
    if (row.size() > 3) result.push_back({.name = row.at(0), .least_cost = std::stoll(row.at(3))});
  }
  return result;
}

Problem read_shared_partitioning(const std::string& name) {
  io::Input input = io::Input::open(shared_path("instances/spp/" + name + ".txt.gz"));
  return io::or_library_format().read(input, {}).problem;
}

std::vector<Signature> read_signatures() {
  std::vector<Signature> result;
  for (const auto& row : read_table(DLX_SIGNATURES)) {
    result.push_back({.instance = row.at(0),
                      .engine = row.at(1),
                      .solutions = row.at(2),
                      .nodes = std::stoull(row.at(3)),
                      .updates = std::stoull(row.at(4))});
  }
  return result;
}

}  // namespace dlx::test
