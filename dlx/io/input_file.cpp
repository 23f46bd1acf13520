// Apart from input.cpp, so that programs which read text from memory only need neither files nor
// libraries for compression.

#include "dlx/io/input.hpp"
#include "dlx/io/packed_file.hpp"

namespace dlx {

class Input::File final : public Input::Source {
 public:
  File(const std::string& path, const Input& input)
      : file_(path == "-" ? nullptr : path.c_str(), input.name(),
              [&input](const std::string& message) { return input.error(message); }) {}
  std::size_t read(char* to, std::size_t size) override { return file_.read(to, size); }

 private:
  PackedFile file_;
};

Input::Input(const std::string& path, const InputLimits& limits)
    : name_(path == "-" ? "<stdin>" : path), limits_(limits) {
  source_ = std::make_unique<File>(path, *this);
}

}  // namespace dlx
