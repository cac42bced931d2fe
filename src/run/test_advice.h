/// Likely mistakes in the way a test was given.
#pragma once

#include "run/request.h"

namespace whittle {

/// The error of a test that cannot be chosen, or with what to type instead.
Error with_call_advice(Error error, const Request& request);

/// The error of an original that is not interesting, with the likely reasons.
Error with_original_advice(Error error, const Request& request);

}  // namespace whittle
