import FlowHTTP

/// The text in a picture, beside its squares.
package enum PictureText {
  package static func read(_ address: String) -> String? {
    let prefix = "data:image/png;base64,"
    guard address.hasPrefix(prefix),
      let bytes = Base64.decode(String(address.dropFirst(prefix.count)))
    else { return nil }
    return chunks(bytes)?.first { $0.name == "tEXt" }.map { chunk in
      String(decoding: chunk.data.drop { $0 != 0 }.dropFirst(), as: UTF8.self)
    }
  }

  /// The parts of a picture; `nil` if it isn't one.
  package static func chunks(_ bytes: [UInt8]) -> [(name: String, data: ArraySlice<UInt8>)]? {
    var rest = bytes[...]
    guard rest.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    rest = rest.dropFirst(8)
    var chunks: [(name: String, data: ArraySlice<UInt8>)] = []
    while !rest.isEmpty {
      guard rest.count >= 12 else { return nil }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      guard rest.count >= 12 + length else { return nil }
      chunks.append((name, rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(12 + length)
    }
    return chunks
  }
}
