extension JSON {
  /// Reads a JSON text strictly by RFC 8259: nothing around the value but white space, valid UTF-8.
  ///
  /// A byte order mark is refused, which section 8.1 leaves open. An escape for half of a surrogate
  /// pair is refused too: section 8.2 calls its meaning unpredictable, and a Swift string holds
  /// none.
  ///
  /// A name that an object repeats is refused, unless the limits allow it.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limits: how long it may be and how deep its value.
  /// - Throws: `JSONFailure` at the first byte that is wrong.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONFailure) {
    try self.init(parsing: bytes, limits: limits, replacesLoneSurrogates: false)
  }

  /// Reads a JSON text in the same way, but for escapes for half of a surrogate pair.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limits: how long it may be and how deep its value.
  ///   - replacesLoneSurrogates: whether such an escape is U+FFFD, which is one unit of UTF-16 too,
  ///     in place of a failure: an editor's text may have one.
  /// - Throws: `JSONFailure` at the first byte that is wrong.
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
/// Strings and numbers are read in files of their own.
struct JSONReader {
  let bytes: [UInt8]
  let depthMax: Int
  let allowsRepeatedNames: Bool
  /// Whether an escape for half of a surrogate pair is U+FFFD.
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

  /// What is wrong with the byte at the cursor, where another was needed.
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

  /// Moves past a byte after any white space, if it stands there.
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
    // Two spare the first growth, and cost little where an object has one member.
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
}

/// The names of an object's members while it is read.
private struct JSONNames {
  /// Empty while there are few.
  private var all: Set<String> = []

  /// So many are compared one by one, which is faster, and more than most objects have.
  private static let fewMax = 16

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - members: The members before it.
  /// - Returns: Whether none of them has it.
  mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
    guard members.count >= Self.fewMax else { return !members.contains { $0.name == name } }
    if all.isEmpty { all = Set(members.lazy.map(\.name)) }
    return all.insert(name).inserted
  }
}
