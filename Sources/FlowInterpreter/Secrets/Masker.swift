public import FlowEngine
import Synchronization
public import FlowDiagnostics
import FlowSyntax

/// Knows every secret of a run, and masks them in any text.
///
/// A secret is found as it is, and in the forms in which texts carry it: percent-encoded, as a form
/// writes it, with entities, with the escapes of JSON and of programming languages, all of these mixed
/// and up to three layers deep; in hexadecimal, Base32 and Base64 (also inside a longer one, and
/// twice); with characters that nobody sees in between. The case of letters doesn't matter if the
/// secret has eight bytes and isn't made only of letters. A secret that is shorter than `lengthMin` is
/// masked only by its type: as a text it would blank half of a report.
///
/// Make one a run, or one for all that is written to one place; it keeps what it learns.
public final class Masker: Sendable {
  /// The length in bytes from which a secret is looked for in texts.
  public static let lengthMin = 4

  private struct State {
    var secrets: Set<String> = []
    /// Those that were learned last, which are not in `secrets` yet: hardly a run has so many that
    /// any is hashed.
    var latest: [String] = []
    /// Those whose forms are not among the needles yet, each with the length from which a text may
    /// carry it: many runs mask nothing.
    var unread: [(secret: String, length: Int)] = []
    /// The length from which a text may carry one of these.
    var unreadMin = Int.max
    var needles = Needles()

    /// Learns a secret.
    mutating func insert(_ text: String) {
      if latest.contains(text) || !secrets.isEmpty && secrets.contains(text) { return }
      if latest.count == State.latestMax {
        secrets.formUnion(latest)
        latest.removeAll(keepingCapacity: true)
      }
      latest.append(text)
      let length = SecretForm.lengthMin(of: text)
      unread.append((text, length))
      unreadMin = min(unreadMin, length)
    }

    /// What to look for in a text of so many bytes.
    ///
    /// The forms of longer secrets are not made for it: a token is longer than almost all texts.
    mutating func settled(length: Int) -> Needles {
      guard length >= unreadMin else { return needles }
      unreadMin = .max
      unread.removeAll { waiting in
        guard waiting.length <= length else {
          unreadMin = min(unreadMin, waiting.length)
          return false
        }
        needles.insert(waiting.secret)
        return true
      }
      return needles
    }

    /// As many as are looked through one by one: more than a sign-in has.
    private static let latestMax = 32
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

  /// Learns every secret that another one knows.
  public func add(_ other: Masker) {
    let (older, latest) = other.state.withLock { ($0.secrets, $0.latest) }
    guard !latest.isEmpty else { return }
    state.withLock { state in
      for text in older { state.insert(text) }
      for text in latest { state.insert(text) }
    }
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
    for token in tokens.all { add(token) }
  }

  /// The text with every secret in it replaced by `Secret.mask`, the longest first.
  public func masked(_ text: String) -> String {
    let needles = state.withLock { $0.settled(length: text.utf8.count) }
    return needles.masked(text)
  }

  /// Learns the secrets that are written in the scripts whose lines problems show.
  public func addLiterals(shownBy diagnostics: [Diagnostic]) {
    let sources = Set(diagnostics.flatMap(\.sources))
    for text in sources.flatMap(\.secretLiterals) { add(Secret(text)) }
  }
}
