/// The page that shows a run, as one file of HTML: live, or as a report with its data inside.
#pragma once

#include <string>
#include <string_view>

#include "page/model.h"

namespace whittle {

/// The Content-Security-Policy of a page: only its own scripts and styles, which carry `nonce`, and
/// no host but its own server; a report asks none at all.
std::string policy_of(std::string_view nonce, bool is_report);

/// The page that asks a server for its data.
std::string live_page(std::string_view nonce);

/// The page with its data. `status` is "finished" or "killed", as `Serve` would say it.
/// `refusals` come from `Feed::refusals`.
std::string report_page(const Model& model, const RunState& state, std::string_view status,
                        std::string_view refusals = "null");

/// 128 random bits as 32 hexadecimal digits.
std::string random_token();

/// The source of the page, with marks where texts are filled in; made by cmake/page.cmake.
std::string_view page_template();

}  // namespace whittle
