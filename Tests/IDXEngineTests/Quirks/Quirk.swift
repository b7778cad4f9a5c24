import Testing

/// A response shape that broke a client of the engine, and this engine's result.
struct Quirk: Sendable, CustomTestStringConvertible {
  /// Its number in the reference on the protocol.
  let number: Int
  /// The correct result.
  let what: String
  /// Checks this engine.
  let check: @Sendable () async throws -> Void

  var testDescription: String { "\(number). \(what)" }

  init(_ number: Int, _ what: String, _ check: @escaping @Sendable () async throws -> Void) {
    self.number = number
    self.what = what
    self.check = check
  }
}

/// Every quirk that is known to have broken a client, each checked with this engine.
@Suite struct QuirkTests {
  static var all: [Quirk] {
    Quirk.forms + Quirk.pages + Quirk.authenticators + Quirk.talks
  }

  @Test("A response shape that broke a client is read or answered correctly", arguments: all)
  func quirk(_ quirk: Quirk) async throws {
    try await quirk.check()
  }

  @Test("None of the thirty is missing or duplicated")
  func complete() {
    #expect(Self.all.map(\.number).sorted() == Array(1...30))
  }
}
