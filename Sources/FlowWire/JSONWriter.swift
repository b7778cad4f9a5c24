extension JSON {
  /// Writes the value as compact JSON text in UTF-8; members keep their order.
  ///
  /// A double without a JSON form (infinite, or no number) becomes `null`, as in ECMAScript.
  public func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 << 10)
    write(to: &bytes)
    return bytes
  }

  /// Appends the value as `bytes()` writes it.
  func write(to bytes: inout [UInt8]) {
    var writer = JSONWriter(appendingTo: bytes)
    // The writer has the only reference, so that the buffer is not copied.
    bytes = []
    writer.write(self)
    bytes = writer.bytes
  }
}

/// Appends values to a buffer.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(appendingTo bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let truth): bytes += (truth ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .double(let number): bytes += (number.isFinite ? number.description : "null").utf8
    case .bigNumber(let text): bytes += text.utf8
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ elements: [JSON]) {
    bytes.append(UInt8(ascii: "["))
    for index in elements.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(elements[index])
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    let members = object.members
    for index in members.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(members[index].name)
      bytes.append(UInt8(ascii: ":"))
      write(members[index].value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes += text.utf8
    var index = start
    while index < bytes.count, !JSONWriter.mustEscape(bytes[index]) { index += 1 }
    if index < bytes.count { escape(from: start) }
    bytes.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Writes what stands from `start` again, escaped.
  private mutating func escape(from start: Int) {
    let raw = Array(bytes[start...])
    bytes.removeSubrange(start...)
    for byte in raw {
      guard JSONWriter.mustEscape(byte) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20:
        bytes += "u00".utf8
        bytes += [Hex.digit(byte >> 4), Hex.digit(byte)]
      default: bytes.append(byte)
      }
    }
  }
}
