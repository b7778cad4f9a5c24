import FlowEngine
import FlowHTTP
import NextAuthEngine
import Testing

/// A row of the table of scenarios: the actions and the required results.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// Its number, the rules of the documentation that it tests, and its subject.
  var name: String
  /// The initial state, in addition to one account A1, a PIN, always pinged, and always with a
  /// factor.
  var setup: @Sendable (inout FakeServer.State) -> Void = { _ in }
  var acts: [Act]
  /// The states of the first session.
  var statuses: String
  /// All other callbacks.
  var told: String
  /// The result of the first session; `-` if there is none.
  var history: HistoryStatus? = HistoryStatus.none
  /// Additional checks.
  var check: @Sendable (Scene) async throws -> Void = { _ in }

  var testDescription: String { name }

  init(
    _ name: String, setup: @escaping @Sendable (inout FakeServer.State) -> Void = { _ in },
    _ acts: [Act], _ statuses: String, _ told: String,
    _ history: HistoryStatus? = HistoryStatus.none,
    check: @escaping @Sendable (Scene) async throws -> Void = { _ in }
  ) {
    self.name = name
    self.setup = setup
    self.acts = acts
    self.statuses = statuses
    self.told = told
    self.history = history
    self.check = check
  }

  static let table = starting + confirming + ending + verifying + enrolling + policies + refusing
}

extension FakeServer.State {
  mutating func configure(_ name: String, _ value: JSON) { configuration[name] = value }

  mutating func add(_ account: String, _ name: String) { accounts.append((account, name)) }

  /// Skips READY, as the SDK does by default.
  mutating func skipReady() { configure("manuallyStartUserInteraction", false) }

  /// Bypasses a confirmation with one account.
  mutating func bypass() {
    configure("automaticallySelectSingleAccountWhenSecondFactorNeeded", true)
  }
}
