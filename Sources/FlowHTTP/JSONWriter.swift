extension JSON {
  /// Returns the value as compact JSON text in UTF-8, with members in order.
  ///
  /// Characters that could control a terminal, or that hide or reverse text, are written as `\u`
  /// escapes, which doesn't change the meaning of the JSON.
  ///
  /// An infinite double, or one that isn't a number, becomes `null`, as in ECMAScript.
  public func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the value's compact JSON text.
  func write(to bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.write(self)
    writer.append(to: &bytes)
  }
}

/// Writes JSON values into a buffer that it allocates itself.
///
/// A document consists of hundreds of short texts. An array would check its uniqueness and capacity
/// for each text and each separator. The writer reserves capacity for a text and its separators at
/// once.
@safe
struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// The initial capacity in bytes, which is enough for most documents.
  private static let usual = 1 << 12

  init() {
    unsafe base = .allocate(capacity: JSONWriter.usual)
    capacity = JSONWriter.usual
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Appends the written text to an array.
  func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: write(plain: "null")
    case .bool(let truth): write(plain: truth ? "true" : "false")
    case .integer(let number): write(plain: String(number))
    case .double(let number): write(plain: number.isFinite ? number.description : "null")
    case .bigNumber(let text): write(plain: text)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ elements: [JSON]) {
    write(sign: "[")
    for index in elements.indices {
      if index > 0 { write(sign: ",") }
      write(elements[index])
    }
    write(sign: "]")
  }

  private mutating func write(_ object: JSONObject) {
    write(sign: "{")
    let members = object.members
    for index in members.indices {
      if index > 0 { write(sign: ",") }
      write(members[index].name)
      write(sign: ":")
      write(members[index].value)
    }
    write(sign: "}")
  }

  // MARK: Capacity

  /// Makes room for this many more bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    let grown = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    unsafe larger.initialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = grown
  }

  /// Writes a byte, for which capacity must be reserved.
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    unsafe base[count] = byte
    count += 1
  }

  /// Writes bytes, for which capacity must be reserved.
  @inline(__always)
  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    unsafe (base + count).initialize(from: start, count: bytes.count)
    count += bytes.count
  }

  // MARK: Texts

  private mutating func write(sign: Unicode.Scalar) {
    reserve(1)
    put(UInt8(ascii: sign))
  }

  private mutating func write(plain text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count)
      unsafe put(bytes)
    }
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count + 2)
      put(UInt8(ascii: "\""))
      if unsafe JSONWriter.mayNeedEscapes(bytes) {
        unsafe escape(bytes)
        reserve(1)
      } else {
        unsafe put(bytes)
      }
      put(UInt8(ascii: "\""))
    }
  }

  @inline(__always)
  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  /// Whether a text has a byte that must be escaped, or a non-ASCII character that may require an
  /// escape.
  ///
  /// The loop examines all bytes without an early exit, so that the compiler can vectorize it.
  @inline(__always)
  private static func mayNeedEscapes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var found = false
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      found = mustEscape(byte) || byte >= 0x80 || found
    }
    return found
  }

  /// Writes the bytes of a text, and escapes characters that require it.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      guard byte >= 0x80 else {
        escape(byte)
        index += 1
        continue
      }
      // A string's UTF-8 is valid, so the lead byte determines the character's length.
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + length, bytes.count)
      var value = UInt32(byte) & (0x7F >> UInt32(length))
      for next in index + 1..<max(end, index + 1) {
        value = value << 6 | UInt32(unsafe bytes[next] & 0x3F)
      }
      if HarmfulCharacter.contains(value) {
        escape(scalar: value)
      } else {
        reserve(length)
        for next in index..<end { put(unsafe bytes[next]) }
      }
      index = end
    }
  }

  /// Writes `\u` and four digits for each UTF-16 unit of a scalar.
  private mutating func escape(scalar value: UInt32) {
    guard value >= 0x10000 else { return escape(unit: UInt16(truncatingIfNeeded: value)) }
    escape(unit: UInt16(truncatingIfNeeded: 0xD800 + (value - 0x10000) >> 10))
    escape(unit: UInt16(truncatingIfNeeded: 0xDC00 + (value - 0x10000) & 0x3FF))
  }

  private mutating func escape(unit: UInt16) {
    reserve(6)
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift: UInt16 in [12, 8, 4, 0] {
      put(Hex.digit(UInt8(truncatingIfNeeded: unit >> shift)))
    }
  }

  /// Writes an ASCII byte, and escapes it if necessary.
  private mutating func escape(_ byte: UInt8) {
    guard JSONWriter.mustEscape(byte) else {
      reserve(1)
      return put(byte)
    }
    reserve(2)
    switch byte {
    case 0x08: put(escapedAs: "b")
    case 0x09: put(escapedAs: "t")
    case 0x0A: put(escapedAs: "n")
    case 0x0C: put(escapedAs: "f")
    case 0x0D: put(escapedAs: "r")
    case UInt8(ascii: "\""): put(escapedAs: "\"")
    case UInt8(ascii: "\\"): put(escapedAs: "\\")
    default: escape(unit: UInt16(byte))
    }
  }

  /// Writes a backslash and a letter, for which capacity must be reserved.
  private mutating func put(escapedAs letter: Unicode.Scalar) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: letter))
  }
}
