/// Facts about a kind of nodes: declaration, call, parameter list, block.
///
/// Grammars use the same words for the same things ("parameter_list", "function_item"), so the
/// words in a kind's name give most of its facts (`passes/names/names.cc` has the words). A row of
/// `languages.cc` adds the facts of kinds whose names do not show them.
#pragma once

#include <cstdint>
#include <string>

namespace whittle {

/// Bits of a mask.
struct Fact {
  enum : std::uint32_t {
    identifier = 1u << 0,    ///< a leaf that is a name
    declaring = 1u << 1,     ///< a declaration, definition, parameter, enumerator, import ...
    transparent = 1u << 2,   ///< declarators and patterns: a node further up declares their name
    path = 1u << 3,          ///< `a::b`, `a.b` as a name: its last part counts
    using_only = 1u << 4,    ///< expressions, calls, arguments: they declare nothing
    assigning = 1u << 5,     ///< `x = 1` where that is a declaration too
    parameters = 1u << 6,    ///< a list of them, or one
    arguments = 1u << 7,     ///< a list of them
    importing = 1u << 8,     ///< import, include, using, use, require
    attribute = 1u << 9,     ///< attributes, annotations, decorators
    modifier = 1u << 10,     ///< const, static, public, virtual ...
    members = 1u << 11,      ///< the inside of a class, struct, enum, namespace
    block = 1u << 12,        ///< statements in a row, whether or not in brackets
    function = 1u << 13,     ///< functions, methods, closures
    tagged = 1u << 14,       ///< `struct S`: declares S only if it has a body
    literal = 1u << 15,      ///< numbers, strings, true, null
    call = 1u << 16,         ///< calls and constructions
    access = 1u << 17,       ///< `a.b`, `a->b` as an expression
    type_list = 1u << 18,    ///< template or generic parameters or arguments
    base_list = 1u << 19,    ///< base classes, interfaces
    initializer = 1u << 20,  ///< a list of values: `{1, 2}`, `[a]`, an object
    instance = 1u << 21,     ///< `f<int>`: a name with arguments, and nothing else
    wrapping = 1u << 22,     ///< a namespace, module or extern block: a bracket around the rest
    name_list = 1u << 23,    ///< the names of a declaration, without a field: `local a, b`
    name_first = 1u << 24,   ///< its first child is the declared name: the `a = 1` of `const a = 1`
    template_head = 1u << 25,  ///< `template <typename T>` with the declaration behind it
    built_in_type = 1u << 26,  ///< types of the language, and `size_t`, which is a name
    keyed_value = 1u << 27,    ///< a key or a value among `{x: 1}`, one node around each
    call_suffix = 1u << 28,    ///< arguments with a node of their own: the `(1)` of `f(1)`
    signed_name = 1u << 29,    ///< a sign and a name: `$a`
  };
};

struct KindFacts {
  std::string kind;  ///< the whole name of the kind
  std::uint32_t facts;
};

}  // namespace whittle
