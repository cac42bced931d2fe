/// Names and numbers of signals.
#pragma once

#include <string>

namespace whittle {

/// "SIGSEGV" for 11, "signal 99" for a signal without a name.
std::string signal_name(int signal);
/// 11 for "SEGV", "SIGSEGV" or "11"; 0 if there is no such signal.
int signal_number(const std::string& name);

}  // namespace whittle
