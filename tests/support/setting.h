/// Settings of the environment, for a while.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace whittle {

/// Sets a variable of the environment as long as it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* old = ::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() {
    if (old_)
      ::setenv(name_, old_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace whittle
