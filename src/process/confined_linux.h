/// Work that can change files only below one folder, whatever mistakes are in it.
///
///     confined_to(folder, [&] { written = write_document(document, folder); });
///
/// Documents that come from another host are written before the sandbox of their test begins,
/// perhaps by root. The code that writes them follows no path out of the folder; here the kernel
/// refuses it as well (Landlock, Linux 5.13), and the work has none of root's privileges. This is a
/// sandbox for one thread: the one of the test would need a process for each candidate. Landlock
/// restricts a thread for the rest of its life, so the work gets a thread of its own.
#pragma once

#include <functional>
#include <string>

namespace whittle {

/// Runs `work` and waits for its end. False if this kernel cannot confine it: then it ran all the
/// same.
bool confined_to(const std::string& folder, const std::function<void()>& work);

}  // namespace whittle
