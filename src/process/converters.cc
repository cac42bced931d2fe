#include "process/converters.h"

#include <array>

namespace whittle {

std::span<const Converter> converters() {
  static constexpr auto known = std::to_array<Converter>({
      {"wasm", "wasm2wat --enable-all -", "wat2wasm --enable-all --output=- -", "wat", "", "wabt",
       ".wasm"},
      {"llvm-bc", "llvm-dis", "llvm-as", "llvm", "", "llvm", ".bc"},
      {"gzip", "gzip -dc", "gzip -nc", "", ".gz", "gzip", ".gz"},
      {"zip", "unzip -q \"$1\" -d \"$2\"", "zip -qXr - .", "", "", "zip unzip", ".zip", true},
      {"base64", "base64 -d", "base64", "", ".b64", "coreutils", ".b64"},
  });
  return known;
}

}  // namespace whittle
