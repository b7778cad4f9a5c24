public import FlowEngine
import Synchronization

/// Knows every secret of a run, and masks them in any text.
///
/// A secret is found as it is and in the forms in which texts carry it: percent-encoded, form-encoded,
/// base64 (with either alphabet, and inside a longer one), escaped for JSON and for XML. One that is
/// shorter than `lengthMin` is masked by its type alone: as a text it would blank half of a report.
///
/// Make one a run, or one for all that is written to one place; it keeps what it learns.
public final class Masker: Sendable {
  /// The length in bytes from which a secret is looked for in texts.
  public static let lengthMin = 4

  private struct State {
    var secrets: Set<String> = []
    /// Those that were learned last: a run that prints nothing never has them hashed.
    var latest: [String] = []
    /// Those whose forms are not among the needles yet: many runs mask nothing.
    var unread: [String] = []
    var needles = Needles()

    /// Learns a secret.
    mutating func insert(_ text: String) {
      if latest.contains(text) { return }
      latest.append(text)
      if latest.count == State.latestMax { settle() }
    }

    /// Takes the latest secrets among all.
    private mutating func settle() {
      for text in latest where secrets.insert(text).inserted { unread.append(text) }
      latest.removeAll(keepingCapacity: true)
    }

    /// What to look for, with all that is known.
    mutating func settled() -> Needles {
      settle()
      for secret in unread { needles.insert(secret) }
      unread.removeAll()
      return needles
    }

    /// As many as are looked through one by one: more than a sign-in has.
    private static let latestMax = 16
  }

  private let state = Mutex(State())

  /// Makes a masker that knows nothing.
  public init() {}

  /// Learns a secret.
  public func add(_ secret: Secret) {
    let text = secret.reveal()
    guard text.utf8.count >= Masker.lengthMin else { return }
    state.withLock { $0.insert(text) }
  }

  /// Learns every secret in a value.
  public func add(_ value: Value) {
    switch value {
    case .secret(let secret): add(secret)
    case .list(let values): for value in values { add(value) }
    case .text, .number, .boolean: break
    }
  }

  /// Learns a set of tokens.
  public func add(_ tokens: Tokens) {
    add(tokens.accessToken)
    if let token = tokens.idToken { add(token) }
    if let token = tokens.refreshToken { add(token) }
  }

  /// The text with every secret in it replaced by `Secret.mask`, the longest first.
  public func masked(_ text: String) -> String {
    let needles = state.withLock { $0.settled() }
    return needles.masked(text)
  }
}
