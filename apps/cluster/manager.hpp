#pragma once

#include <string>

#include "apps/cluster/task_queue.hpp"
#include "apps/run/checkpoint.hpp"

namespace dlx::app {

/// The options of dlx-cluster that are about workers.
struct ClusterFlags {
  std::string password_file;
  int port = 9123;
  std::string host;          ///< the name by which workers reach this machine
  unsigned workers_min = 1;  ///< no unit is sent until this many workers are connected
  /// Path of the dlx that is sent to workers; empty: dlx in this program's folder.
  std::string program;
  bool installed = false;   ///< workers have their own dlx, so none is sent
  double unit_s = 2;        ///< target for the time to search one unit
  double threshold_s = 60;  ///< a search expected to take less than this stays on this machine
  int keepalive_s = 60;     ///< see QueueSettings::keepalive_s
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

/// Has workers on any machine search the units of a run. The ledger alone decides which units are
/// done. Each result is checked before it is recorded, and a unit without a valid result is sent
/// again.
Status search_on_cluster(const ClusterSetting& setting, const runs::UnitsToSearch& run);

}  // namespace dlx::app
