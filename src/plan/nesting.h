/// Which edits lie inside others, judged by the ranges that they change.
#pragma once

#include <cstdint>
#include <vector>

#include "document/edit.h"
#include "passes/found.h"

namespace whittle {

/// For each edit the innermost edit around it, or `Elements::no_parent`. Empty if none lies in
/// another, if an edit has several changes, or if an inner one is listed before the outer.
std::vector<std::uint32_t> parents_of(const EditList& edits);

/// Which edits are in a grain: those that weigh at least `least` and are clearly lighter than the
/// chosen one around them. Of a thousand blocks inside one another, each a little lighter than the
/// one around it, hardly one tells more than the next.
std::vector<bool> in_grain(const Found& found, double least);

}  // namespace whittle
