/// Which edits lie inside others, judged by the ranges that they change.
#pragma once

#include <cstdint>
#include <vector>

#include "document/edit.h"
#include "passes/found.h"

namespace whittle {

/// For each edit the innermost edit around it, or `Elements::no_parent`. Empty if no edit lies
/// inside another, if an edit has several changes, or if an inner edit is listed before its outer
/// one.
std::vector<std::uint32_t> parents_of(const EditList& edits);

/// Which edits are in a grain: those that weigh at least `least` and are clearly lighter than the
/// chosen edit around them. If a thousand blocks lie inside one another, each a little lighter than
/// the one around it, testing one tells nearly as much as testing the next.
std::vector<bool> in_grain(const Found& found, double least);

}  // namespace whittle
