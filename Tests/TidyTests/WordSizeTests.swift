import Testing

/// On watchOS (arm64_32) an `Int` has 32 bits.
///
/// The toolchain of this package has no standard library for a 32-bit system that could compile the
/// modules, so the sources are searched for numbers that only an `Int` of 64 bits holds.
@Suite struct WordSizeTests {
  /// Words on a line that show that a number isn't an `Int`.
  private static let wide = ["Int64", "UInt64", "UInt32", "Double", "attoseconds"]

  /// Numbers of another type on lines that don't name it.
  private static let exceptions: [(path: String, text: String, why: String)] = [
    ("Sources/FlowCrypto/", "0x", "the constants of hash functions are UInt32 or UInt64"),
    ("Sources/FlowText/CivilTime.swift", "min(max(seconds,", "seconds are Int64"),
    ("Sources/SimulatorKit/Random/SimulatedID.swift", "hash = (hash ^", "the hash is UInt64"),
    ("Sources/SimulatorKit/Pictures/PNGImage.swift", "checksum", "the checksum is UInt32"),
  ]

  /// The fault of a line of Swift on a machine whose `Int` has 32 bits; `nil` if there is none.
  static func fault(_ line: Substring) -> String? {
    let code = code(line)
    guard !wide.contains(where: code.contains) else { return nil }
    for number in numbers(code) where number > Int64(Int32.max) {
      return "\(number) doesn't fit into an Int"
    }
    for (left, right) in shifts(code) where right >= 31 { return "\(left) << \(right) overflows" }
    if let argument = conversions(code).first(where: isTime) {
      return "Int(\(argument)) traps after 2038"
    }
    return nil
  }

  /// Whether an expression is a time in seconds, rather than in a larger unit.
  private static func isTime(_ text: Substring) -> Bool {
    (text.hasSuffix("components.seconds") || text == "seconds") && !text.hasPrefix("period")
  }

  /// The line without its comment and without quoted text.
  private static func code(_ line: Substring) -> String {
    var code = ""
    var isText = false
    var last: Character = " "
    for character in line {
      if character == "\"", last != "\\" {
        isText.toggle()
      } else if !isText {
        if character == "/", last == "/" { break }
        code.append(character)
      }
      last = character
    }
    return code
  }

  /// The whole numbers of a line; numbers with a fraction or an exponent are doubles.
  private static func numbers(_ code: String) -> [Int64] {
    let isPart = { (character: Character) in
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
    return code.split { !isPart($0) }.compactMap { word in
      let digits = word.filter { $0 != "_" }
      if digits.hasPrefix("0x") { return Int64(digits.dropFirst(2), radix: 16) }
      return Int64(digits)
    }
  }

  private static func shifts(_ code: String) -> [(String, Int)] {
    let words = code.split { !($0.isLetter || $0.isNumber || $0 == "<") }
    return words.indices.dropFirst().dropLast().compactMap { index in
      guard words[index] == "<<", let bits = Int(words[index + 1]), Int(words[index - 1]) != nil
      else { return nil }
      return (String(words[index - 1]), bits)
    }
  }

  /// The argument of each `Int(…)` of a line.
  private static func conversions(_ code: String) -> [Substring] {
    code.ranges(of: "Int(").compactMap { range in
      let before = code[..<range.lowerBound].last
      guard before.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return nil }
      let rest = code[range.upperBound...]
      return rest.firstIndex(of: ")").map { rest[..<$0] }
    }
  }

  @Test(
    "The check finds overflows",
    arguments: [
      ("let seconds = min(seconds, 253_402_300_799)", true), ("let most = 1 << 40", true),
      ("let nanoseconds = Int(seconds) * 1_000_000_000", true), ("let big = 0x1_0000_0000", true),
      ("object[.exp] = .integer(Int(now.components.seconds))", true),
      ("let most: Int64 = 1 << 40", false), ("let mask: UInt64 = 0xCBF2_9CE4_8422_2325", false),
      ("let text = \"253402300799\"  // 253402300799", false), ("let most = 1 << 30", false),
      ("let most = 2_147_483_647", false), ("let least = 2_147_483_648", true),
      ("let whole = 9_007_199_254_740_992.0", false),
      ("let step = Int(now.components.seconds / 30)", false),
    ])
  func finds(line: String, isFault: Bool) {
    #expect((WordSizeTests.fault(line[...]) != nil) == isFault)
  }

  @Test("No number in the sources needs more than 32 bits in an Int")
  func sources() {
    for file in TidyTests.files where file.path.hasPrefix("Sources/") {
      for (number, line) in file.lines.enumerated() {
        guard let fault = WordSizeTests.fault(line) else { continue }
        let isKnown = WordSizeTests.exceptions.contains {
          file.path.hasPrefix($0.path) && line.contains($0.text)
        }
        #expect(isKnown, "\(file.path):\(number + 1) \(fault)")
      }
    }
  }
}
