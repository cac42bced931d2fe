/// The type and value in the declaration of a variable, and whether a value can replace a use.
#pragma once

#include "passes/names/names.h"

namespace whittle::names {

/// The type in the declaration of a leaf; `no_node` if none is written.
NodeId type_of(const Source& source, NodeId leaf);
/// `T` of `: T`, where a field has its colon; else the node itself.
NodeId without_annotation(const Source& source, NodeId type);
/// The value in the declaration of a leaf; `no_node` if there is none.
NodeId value_node(const Source& source, NodeId leaf);
/// Whether this is a pointer: `*p` around a name, or a type `*T`, `&T`.
bool is_pointer(const Source& source, NodeId node);
/// `x = 1`, `x++`, `&x`: a value cannot stand there.
bool is_written(const Source& source, NodeId use);

}  // namespace whittle::names
