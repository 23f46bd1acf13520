#pragma once

namespace dlx::app {

/// The main function of the program dlx. Its file includes no more than this, because the headers of
/// the commands take seconds to compile.
int run_dlx(int argc, char** argv);

}  // namespace dlx::app
