#pragma once

#include <string>

#include "apps/cluster/task_queue.hpp"
#include "apps/run/checkpoint.hpp"

namespace dlx::app {

/// What the command line says of workers.
struct ClusterFlags {
  std::string password_file;
  int port = 9123;
  std::string host;          ///< what workers call this machine
  unsigned workers_min = 1;  ///< no unit is sent before this many have connected
  std::string program;       ///< what workers run; empty: the dlx beside this program
  bool installed = false;    ///< they run a dlx of their own
  double unit_s = 2;         ///< a unit is to take so long
  double threshold_s = 60;   ///< what takes no longer here stays here
  int keepalive_s = 60;      ///< see QueueSettings
};

/// Throws SystemError or std::invalid_argument unless the file holds a password that no other user
/// can read.
void check_password_file(const std::string& path);

/// What the manager of a cluster is given.
struct ClusterSetting {
  const ClusterFlags& flags;
  Console& console;
  Json& more_progress;        ///< for reports of progress: kept up to date
  const std::string& ledger;  ///< the file of the run
};

/// Searches a run by workers on any machine. Only the ledger decides what has been done: what comes
/// back is checked before it is put there, and what does not come back is sent again.
Status search_on_cluster(const ClusterSetting& setting, const runs::UnitsToSearch& run);

}  // namespace dlx::app
