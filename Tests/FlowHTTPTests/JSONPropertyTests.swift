import FlowHTTP
import Foundation
import TestSupport
import Testing

@Suite struct JSONPropertyTests {
  @Test("A written value is read back", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limits = JSONLimits(depth: 128, size: 4 << 20, allowsRepeatedNames: true)
    for _ in 0..<400 {
      let value = JSONPropertyTests.value(depth: 4, using: &random)
      #expect(try JSON(parsing: value.bytes(), limits: limits) == value)
    }
  }

  // The samples are in a folder beside a checkout of the project, not in it.
  @Test(
    "Every sample is read, and written without loss",
    .enabled(if: !Samples.files.isEmpty))
  func samples() throws {
    for (index, file) in Samples.files.enumerated() {
      let bytes = [UInt8](try Data(contentsOf: file))
      let value = try JSON(parsing: bytes)
      #expect(try JSON(parsing: value.bytes()) == value, "\(file.lastPathComponent)")
      // Foundation's reader, which shares nothing with ours, sees the same document in both texts.
      // A comparison takes time, so not all are compared.
      guard index.isMultiple(of: 4) else { continue }
      let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let ours = try JSONSerialization.jsonObject(
        with: Data(value.bytes()), options: .fragmentsAllowed)
      #expect((theirs as? NSObject) == (ours as? NSObject), "\(file.lastPathComponent)")
    }
  }

  @Test(
    "A mutant of a sample is read or refused, never a crash", .enabled(if: !Samples.files.isEmpty))
  func mutants() throws {
    var random = SeededGenerator(seed: 1)
    for file in Samples.files.prefix(60) {
      let bytes = [UInt8](try Data(contentsOf: file))
      for _ in 0..<20 {
        let mutant = JSONPropertyTests.mutant(of: bytes, using: &random)
        check(mutant)
      }
    }
  }

  @Test("A mutant of a small document is read or refused, never a crash")
  func smallMutants() {
    var random = SeededGenerator(seed: 2)
    let text = #"{"a":[1,-2.5e3,"x\u00e9\n",{"b":null}],"c":true,"\ud834\udd1e":"é€😀","d":1e400}"#
    for _ in 0..<20_000 {
      check(JSONPropertyTests.mutant(of: Array(text.utf8), using: &random))
    }
  }

  @Test("Every prefix of a document is refused as ending too soon")
  func prefixes() {
    let bytes = Array(#"{"a":[1.5e3,"x\u00e9\n",{"b":null}],"c":true,"é€😀":"\ud834\udd1e"}"#.utf8)
    for end in 0..<bytes.count {
      let failure = #expect(throws: JSONFailure.self) { try JSON(parsing: Array(bytes[..<end])) }
      #expect(failure?.reason == .unexpectedEnd || failure?.reason == .loneSurrogate)
      #expect((failure?.offset ?? .max) <= end)
    }
  }

  private func check(_ bytes: [UInt8]) {
    let value: JSON
    do {
      value = try JSON(parsing: bytes)
    } catch {
      #expect(0...bytes.count ~= error.offset)
      return
    }
    #expect((try? JSON(parsing: value.bytes())) == value)
  }

  private static func mutant(
    of bytes: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !mutant.isEmpty {
      let place = Int.random(in: 0..<mutant.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
      case 1: mutant.remove(at: place)
      case 2:
        mutant.insert(
          Array("\"\\{}[],:0eE-.u\u{0}".utf8).randomElement(using: &random) ?? 0, at: place)
      case 3: mutant.removeSubrange(place...)
      default: mutant.insert(contentsOf: mutant[place...].prefix(20), at: place)
      }
    }
    return mutant
  }

  private static func value(depth: Int, using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int.random(in: .min ... .max, using: &random))
    case 3: return .integer(Int.random(in: -99...99, using: &random))
    case 4: return .double(finite(using: &random))
    case 5, 6: return .string(text(using: &random))
    case 7:
      return .array(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          value(depth: depth - 1, using: &random)
        })
    default:
      return .object(
        JSONObject(
          members: (0..<Int.random(in: 0..<6, using: &random)).map { _ in
            JSONObject.Member(text(using: &random), value(depth: depth - 1, using: &random))
          }))
    }
  }

  /// Any finite double; a whole number is written with its fraction and read as a double.
  private static func finite(using random: inout SeededGenerator) -> Double {
    let number = Double(bitPattern: random.next())
    return number.isFinite ? number : 0.25
  }

  private static func text(using random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      let bound: UInt32 = [0x20, 0x80, 0x800, 0x11_0000].randomElement(using: &random) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
