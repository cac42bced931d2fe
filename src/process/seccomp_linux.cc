#include "process/seccomp_linux.h"

#include <cerrno>
#include <cstddef>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <vector>

namespace whittle {
namespace {

/// The treatment of a system call.
enum class Ruling {
  refused,     // EPERM
  unknown,     // ENOSYS: libraries then use an older call, which we can look into
  by_family,   // socket: only families that the network namespace confines
  by_new_user  // clone, unshare: no new user namespace
};

struct FilterRule {
  unsigned number;    ///< of this machine's system calls
  unsigned number32;  ///< of a 32-bit program on x86
  Ruling ruling;
};

// clang-format off
constexpr FilterRule rules[] = {
    {SYS_socket,            359, Ruling::by_family},
    {SYS_clone,             120, Ruling::by_new_user},
    {SYS_unshare,           310, Ruling::by_new_user},
    {SYS_clone3,            435, Ruling::unknown},  // its flags are in memory
    {SYS_io_uring_setup,    425, Ruling::unknown},  // makes sockets too
    {SYS_io_uring_enter,    426, Ruling::unknown},
    {SYS_io_uring_register, 427, Ruling::unknown},
    {SYS_keyctl,            288, Ruling::refused},  // no namespace has its own keyrings
    {SYS_add_key,           286, Ruling::refused},
    {SYS_request_key,       287, Ruling::refused},
    {SYS_bpf,               357, Ruling::refused},
    {SYS_perf_event_open,   336, Ruling::refused},
    {SYS_userfaultfd,       374, Ruling::refused},
};
// clang-format on
constexpr unsigned socketcall32 = 102;  // an older `socket`, with its arguments in memory

class FilterWriter {
 public:
  void load(std::size_t offset) {
    code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset)));
  }
  void end(unsigned how) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, how)); }
  void fail_with(unsigned problem) { end(SECCOMP_RET_ERRNO | problem); }
  /// Calls `then` for the code that runs only if `compare` (BPF_JEQ, ...) holds; that code must end
  /// the filter.
  void if_(unsigned short compare, unsigned value, auto then) {
    const std::size_t at = code_.size();
    code_.push_back(BPF_JUMP(BPF_JMP | compare | BPF_K, value, 0, 0));
    then();
    code_[at].jf = static_cast<unsigned char>(code_.size() - at - 1);
  }
  void rule(unsigned number, Ruling ruling) {
    if_(BPF_JEQ, number, [&] {
      const auto allow = [&] { end(SECCOMP_RET_ALLOW); };
      const auto refuse = [&] { fail_with(EPERM); };
      switch (ruling) {
        case Ruling::refused:
          return refuse();
        case Ruling::unknown:
          return fail_with(ENOSYS);
        case Ruling::by_family:
          load(offsetof(seccomp_data, args));
          for (const int family : {AF_INET, AF_INET6, AF_NETLINK})
            if_(BPF_JEQ, static_cast<unsigned>(family), allow);
          return fail_with(EAFNOSUPPORT);
        case Ruling::by_new_user:
          load(offsetof(seccomp_data, args));
          if_(BPF_JSET, CLONE_NEWUSER, refuse);
          return allow();
      }
    });
  }
  std::vector<sock_filter> take() { return std::move(code_); }

 private:
  std::vector<sock_filter> code_;
};

std::vector<sock_filter> written_filter() {
  FilterWriter filter;
#if defined(__x86_64__)
  // A 32-bit program, such as `gcc -m32` makes, uses other numbers.
  filter.load(offsetof(seccomp_data, arch));
  filter.if_(BPF_JEQ, AUDIT_ARCH_I386, [&] {
    filter.load(offsetof(seccomp_data, nr));
    for (const FilterRule& rule : rules) filter.rule(rule.number32, rule.ruling);
    filter.rule(socketcall32, Ruling::refused);
    filter.end(SECCOMP_RET_ALLOW);
  });
  constexpr unsigned own = AUDIT_ARCH_X86_64, x32_bit = 0x40000000;
#else
  filter.load(offsetof(seccomp_data, arch));
  constexpr unsigned own = AUDIT_ARCH_AARCH64, x32_bit = 0x80000000;
#endif
  filter.if_(BPF_JEQ, own, [&] {
    filter.load(offsetof(seccomp_data, nr));
    filter.if_(BPF_JGE, x32_bit, [&] { filter.fail_with(ENOSYS); });
    for (const FilterRule& rule : rules) filter.rule(rule.number, rule.ruling);
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.fail_with(ENOSYS);
  return filter.take();
}

}  // namespace

const sock_fprog& sandbox_filter() {
  static const std::vector<sock_filter> code = written_filter();
  static const sock_fprog program{static_cast<unsigned short>(code.size()),
                                  const_cast<sock_filter*>(code.data())};
  return program;
}

}  // namespace whittle
