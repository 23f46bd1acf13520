#pragma once

#include <string>

#include "apps/cluster/task_queue.hpp"
#include "apps/run/checkpoint.hpp"

namespace dlx::app {

/// The options of the command line about workers.
struct ClusterFlags {
  std::string password_file;
  int port = 9123;
  std::string host;          ///< the name by which workers reach this machine
  unsigned workers_min = 1;  ///< no unit is sent before this many have connected
  std::string program;       ///< the program sent to workers; empty: the dlx beside this program
  bool installed = false;    ///< they run a dlx of their own
  double unit_s = 2;         ///< the time that a unit should take
  double threshold_s = 60;   ///< a search that takes less time is done on this machine
  int keepalive_s = 60;      ///< see QueueSettings
};

/// Throws SystemError or std::invalid_argument unless the file holds a password that no other user
/// can read.
void check_password_file(const std::string& path);

/// The arguments of the manager of a cluster.
struct ClusterSetting {
  const ClusterFlags& flags;
  Console& console;
  Json& more_progress;        ///< for reports of progress: kept up to date
  const std::string& ledger;  ///< the file of the run
};

/// Searches a run by workers on any machine. Only the ledger decides which units are done: a result
/// is checked before it is recorded, and a unit without a result is sent again.
Status search_on_cluster(const ClusterSetting& setting, const runs::UnitsToSearch& run);

}  // namespace dlx::app
