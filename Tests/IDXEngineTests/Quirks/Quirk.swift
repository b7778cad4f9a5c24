import Testing

/// A shape that broke a client of the engine, and what ours makes of it.
struct Quirk: Sendable, CustomTestStringConvertible {
  /// The number under which the reference on the protocol lists it.
  let number: Int
  /// What is read or answered right.
  let what: String
  /// Holds ours to it.
  let check: @Sendable () async throws -> Void

  var testDescription: String { "\(number). \(what)" }

  init(_ number: Int, _ what: String, _ check: @escaping @Sendable () async throws -> Void) {
    self.number = number
    self.what = what
    self.check = check
  }
}

/// Every quirk that is known to have broken a client, each held against ours.
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
