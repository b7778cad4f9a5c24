import FlowText

extension JSON {
  /// Parses a JSON text strictly by RFC 8259: only white space around the value, and valid UTF-8.
  ///
  /// A byte order mark is refused, which section 8.1 permits. An escape for half of a surrogate
  /// pair is refused, because section 8.2 calls its meaning unpredictable, and a Swift string can't
  /// contain it.
  ///
  /// A repeated name in an object is refused, unless the limits allow it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - limits: The limits of the text's length and depth.
  /// - Throws: `JSONFailure` at the first wrong byte.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONFailure) {
    try self.init(parsing: bytes, limits: limits, replacesLoneSurrogates: false)
  }

  /// Parses a JSON text with the same rules, but optionally accepts half of a surrogate pair.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - limits: The limits of the text's length and depth.
  ///   - replacesLoneSurrogates: Whether an escape for half of a surrogate pair becomes U+FFFD
  ///     instead of a failure. U+FFFD is also one unit of UTF-16. An editor's text may contain such
  ///     an escape.
  /// - Throws: `JSONFailure` at the first wrong byte.
  package init(
    parsing bytes: [UInt8], limits: JSONLimits = .standard, replacesLoneSurrogates: Bool
  ) throws(JSONFailure) {
    guard bytes.count <= limits.size else {
      throw JSONFailure(offset: limits.size, reason: .tooLarge)
    }
    var reader = JSONReader(bytes: bytes, limits: limits)
    reader.replacesLoneSurrogates = replacesLoneSurrogates
    self = try reader.text()
  }
}

/// A cursor over the bytes of one text.
///
/// The code for strings and numbers is in extensions.
struct JSONReader {
  let bytes: [UInt8]
  let depthMax: Int
  let allowsRepeatedNames: Bool
  /// Whether an escape for half of a surrogate pair becomes U+FFFD.
  var replacesLoneSurrogates = false
  var index = 0

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    depthMax = limits.depth
    allowsRepeatedNames = limits.allowsRepeatedNames
  }

  func failure(_ reason: JSONFailure.Reason) -> JSONFailure {
    JSONFailure(offset: index, reason: reason)
  }

  /// Returns the failure for an unexpected byte at the cursor.
  func unexpected() -> JSONFailure {
    failure(index < bytes.count ? .unexpectedByte : .unexpectedEnd)
  }

  mutating func text() throws(JSONFailure) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
    skipWhiteSpace()
    let value = try value(depth: 0)
    skipWhiteSpace()
    guard index == bytes.count else { throw failure(.trailingContent) }
    return value
  }

  @inline(__always)
  mutating func skipWhiteSpace() {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
  }

  /// Skips white space, and then the given byte if it comes next.
  ///
  /// Returns whether the byte came next.
  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    skipWhiteSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> JSON {
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[index] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func word(_ word: String) throws(JSONFailure) {
    for byte in word.utf8 {
      guard index < bytes.count, bytes[index] == byte else { throw unexpected() }
      index += 1
    }
  }

  private mutating func array(depth: Int) throws(JSONFailure) -> JSON {
    guard depth <= depthMax else { throw failure(.tooDeep) }
    index += 1
    if take(UInt8(ascii: "]")) { return .array([]) }
    var elements: [JSON] = []
    while true {
      skipWhiteSpace()
      elements.append(try value(depth: depth))
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw unexpected() }
      return .array(elements)
    }
  }

  private mutating func object(depth: Int) throws(JSONFailure) -> JSON {
    guard depth <= depthMax else { throw failure(.tooDeep) }
    index += 1
    if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
    var members: [JSONObject.Member] = []
    // Space for two members avoids the first growth, and costs little for an object with one
    // member.
    members.reserveCapacity(2)
    var names = JSONNames()
    while true {
      skipWhiteSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw unexpected() }
      let quote = index
      let name = try string()
      guard allowsRepeatedNames || names.insert(name, after: members) else {
        throw JSONFailure(offset: quote, reason: .repeatedName)
      }
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      skipWhiteSpace()
      members.append(JSONObject.Member(name, try value(depth: depth)))
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw unexpected() }
      return .object(JSONObject(members: members))
    }
  }

  /// Parses a string including both quotes (RFC 8259, section 7), with the cursor at the first one.
  mutating func string() throws(JSONFailure) -> String {
    let quote = index
    let start = quote + 1
    var end = start
    var all: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      all |= byte
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      end += 1
    }
    index = end
    guard end < bytes.count else { throw failure(.unexpectedEnd) }
    if bytes[end] == UInt8(ascii: "\\") { return try escapedString(quote: quote) }
    guard bytes[end] == UInt8(ascii: "\"") else { throw failure(.controlCharacter) }
    index = end + 1
    // Most strings have no escape, so their bytes can be copied. If all bytes are ASCII, the slower
    // validation isn't needed.
    if all < 0x80 { return String(decoding: bytes[start..<end], as: UTF8.self) }
    guard let text = String(validUTF8: bytes[start..<end]) else {
      throw JSONFailure(offset: quote, reason: .invalidUTF8)
    }
    return text
  }

  /// Parses the rest of a string whose first backslash is at the cursor.
  private mutating func escapedString(quote: Int) throws(JSONFailure) -> String {
    var buffer = Array(bytes[(quote + 1)..<index])
    var start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        buffer += bytes[start..<index]
        guard let text = String(validUTF8: buffer) else {
          throw JSONFailure(offset: quote, reason: .invalidUTF8)
        }
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        buffer += bytes[start..<index]
        try appendEscape(to: &buffer)
        start = index
        continue
      }
      guard byte >= 0x20 else { throw failure(.controlCharacter) }
      index += 1
    }
    throw failure(.unexpectedEnd)
  }

  private mutating func appendEscape(to buffer: inout [UInt8]) throws(JSONFailure) {
    index += 1
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(bytes[index])
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      buffer += String(try escapedScalar()).utf8
      return
    default: throw failure(.invalidEscape)
    }
    index += 1
  }

  /// Parses the digits after `\u`, and the second escape of a surrogate pair if there is one.
  private mutating func escapedScalar() throws(JSONFailure) -> Unicode.Scalar {
    let start = index - 2
    let first = try hexUnit()
    // Every code unit except a surrogate is a scalar.
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return try loneSurrogate(at: start) }
    let end = index
    index += 2
    let second = try hexUnit()
    let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(value) else {
      // The escape that follows isn't the second half of the pair.
      index = end
      return try loneSurrogate(at: start)
    }
    return scalar
  }

  private func loneSurrogate(at start: Int) throws(JSONFailure) -> Unicode.Scalar {
    guard replacesLoneSurrogates else {
      throw JSONFailure(offset: start, reason: .loneSurrogate)
    }
    return "\u{FFFD}"
  }

  private mutating func hexUnit() throws(JSONFailure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < bytes.count else { throw failure(.unexpectedEnd) }
      guard let digit = Hex.value(of: bytes[index]) else { throw failure(.invalidEscape) }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// Parses a number (RFC 8259, section 6), and keeps its text if no type represents it exactly.
  mutating func number() throws(JSONFailure) -> JSON {
    let start = index
    let negative = bytes[index] == UInt8(ascii: "-")
    if negative { index += 1 }
    let first = index
    guard digits() else { throw numberFailure() }
    if bytes[first] == UInt8(ascii: "0"), index > first + 1 {
      throw JSONFailure(offset: first, reason: .invalidNumber)
    }
    var isInteger = true
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard digits() else { throw numberFailure() }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard digits() else { throw numberFailure() }
    }
    // An integer can't represent negative zero.
    if isInteger, let value = integer(first..<index, negative: negative), value != 0 || !negative {
      return .integer(value)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let decimal = Decimal(bytes[start..<index])
    if decimal.digits.count <= Decimal.doubleDigitsMax, let value = Double(text),
      Decimal(Array("\(value)".utf8)[...]) == decimal
    {
      return .double(value)
    }
    return .bigNumber(text)
  }

  private func numberFailure() -> JSONFailure {
    failure(index < bytes.count ? .invalidNumber : .unexpectedEnd)
  }

  /// Skips digits; returns whether there were any.
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
    return index > start
  }

  private func integer(_ range: Range<Int>, negative: Bool) -> Int? {
    var value = 0
    for byte in bytes[range] {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowToo) =
        negative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || overflowToo { return nil }
      value = sum
    }
    return value
  }
}

/// The names of an object's members that were parsed so far.
private struct JSONNames {
  /// All names; empty while there are few.
  private var all: Set<String> = []

  /// The maximum number of names to compare one by one, which is faster than a set.
  ///
  /// Most objects have fewer members.
  private static let fewMax = 16

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - members: The members that were parsed before.
  /// - Returns: Whether the name is new.
  mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
    guard members.count >= Self.fewMax else { return !members.contains { $0.name == name } }
    if all.isEmpty { all = Set(members.lazy.map(\.name)) }
    return all.insert(name).inserted
  }
}

/// A decimal number that compares equal to the same number in another notation.
struct Decimal: Equatable {
  /// The maximum number of digits that are needed to distinguish a double from all others.
  static let doubleDigitsMax = 17

  private var isNegative = false
  /// The digits, without leading and trailing zeros.
  private(set) var digits: [UInt8] = []
  /// The power of ten of the last digit; 0 if there are no digits.
  private var exponent = 0

  /// Creates a number from its text, which must be in JSON's form or a double's description.
  init(_ text: ArraySlice<UInt8>) {
    var isFraction = false
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent += Decimal.exponent(rest)
        rest = []
      default: break
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  /// Returns the exponent, limited so that calculations with it can't overflow.
  ///
  /// The exponents of doubles and the lengths of texts are far below the limit.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    let magnitude = text.reduce(0) { sum, byte in
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return sum }
      // Ten times this limit still fits in 32 bits.
      return min(sum * 10 + Int(byte - UInt8(ascii: "0")), 1 << 27)
    }
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
