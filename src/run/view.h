/// Reduces a decoded form of a file, and tests the file that is encoded from it: `--view`.
///
///     a.wasm --DECODE--> text --reduced--> less text --ENCODE--> a.wasm, which is tested
///
/// The document of such a run is the decoded text. Tests run ENCODE first, in their own folder (see
/// `Conditions::encode`), so that it runs on all slots at once.
#pragma once

#include <string_view>

#include "base/result.h"
#include "document/document.h"
#include "process/tools.h"
#include "run/request.h"

namespace whittle {

/// The ready view of that name: wasm, llvm-bc, gzip, zip, base64. An error if there is none.
Result<View> find_view(std::string_view name);

/// The output of DECODE for `file`, under the same name. For an archive, the files inside, in a
/// folder with the same name and ".d".
Result<Document> decoded(const View& view, const File& file, Tools& tools);
/// The output of ENCODE, with the name and mode of `file`.
Result<Document> encoded(const View& view, const Document& text, const File& file, Tools& tools);

/// Whether encoding and decoding give `text` again.
Result<bool> comes_back(const View& view, const Document& text, const File& file, Tools& tools);

/// The language of the decoded text of this file; empty if nothing says it.
std::string language_in(const View& view, const File& text);

/// The name of the ready view for files that are called like this; empty if there is none.
std::string_view view_for(std::string_view path);

/// Whether DECODE and then ENCODE give the bytes of the file again.
bool gives_same_bytes(const View& view, const File& file, Tools& tools);

}  // namespace whittle
