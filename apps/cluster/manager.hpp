#pragma once

#include <string>

#include "apps/run/checkpoint.hpp"

namespace dlx::app {

/// The options of dlx-cluster that are about workers.
struct ClusterFlags {
  std::string password_file;
  int port = 9123;
  std::string host;          ///< the name by which workers reach this machine
  unsigned workers_min = 1;  ///< no unit of work is sent before this many workers are connected
  /// Path of the program dlx that is sent to workers; empty: dlx in this program's folder.
  std::string program;
  bool installed = false;   ///< workers have their own program dlx, so it is not sent
  double unit_s = 2;        ///< target time in seconds for the search of one unit of work
  double threshold_s = 60;  ///< a search expected to take fewer seconds is not sent to workers
  int keepalive_s = 60;     ///< seconds of silence after which a worker is considered lost
};

/// Checks that the file contains a password and that no other user can read it. Throws SystemError
/// or std::invalid_argument if one of these checks fails.
void check_password_file(const std::string& path);

/// The arguments of search_on_cluster().
struct ClusterSetting {
  const ClusterFlags& flags;
  Console& console;
  Json& more_progress;        ///< fields added to each progress report, kept up to date
  const std::string& ledger;  ///< the path of the ledger
};

/// Makes workers on any machine search the units of work of a run. A unit is done only if the
/// ledger, the file of the run, records it as done. Each result is checked before it is recorded,
/// and a unit without a valid result is sent again.
Status search_on_cluster(const ClusterSetting& setting, const runs::UnitsToSearch& run);

}  // namespace dlx::app
