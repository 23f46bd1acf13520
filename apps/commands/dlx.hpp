#pragma once

namespace dlx::app {

/// The main function of the program dlx. It is declared apart from the commands, because their
/// headers take seconds to compile.
int run_dlx(int argc, char** argv);

}  // namespace dlx::app
