public import FlowEngine
import Synchronization
public import FlowDiagnostics
import FlowSyntax

/// Stores every secret of a run, and masks them in any text.
///
/// A secret is found as it is, and in the forms in which texts contain it: percent-encoded, as a
/// form writes it, with entities, with the escapes of JSON and of programming languages, all of
/// these mixed and up to three layers deep; in hexadecimal, Base32 and Base64 (also inside a longer
/// one, and twice); with invisible characters in between. The case of letters doesn't matter if the
/// secret has eight bytes and isn't made only of letters. A secret that is shorter than `lengthMin`
/// is masked only by its type: as a text it would mask half of a report.
///
/// Create one per run, or one for everything that is written to the same place. It keeps all
/// secrets.
public final class Masker: Sendable {
  /// The shortest secret, in bytes, that is searched for in texts.
  public static let lengthMin = 4

  private struct State {
    var secrets: Set<String> = []
    /// The latest secrets, which aren't in `secrets` yet.
    ///
    /// Most runs have so few that none is hashed.
    var latest: [String] = []
    /// The secrets whose forms aren't needles yet, each with the shortest text that may contain it.
    ///
    /// Many runs mask nothing.
    var unread: [(secret: String, length: Int)] = []
    /// The shortest text that may contain one of these.
    var unreadMin = Int.max
    var needles = Needles()

    /// Adds a secret.
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

    /// Returns the needles for a text of this length.
    ///
    /// The forms of longer secrets aren't computed for it: a token is longer than almost all texts.
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

    /// The most secrets that are searched one by one, more than a sign-in has.
    private static let latestMax = 32
  }

  private let state = Mutex(State())

  /// Creates an empty masker.
  public init() {}

  /// Adds a secret.
  public func add(_ secret: Secret) {
    let text = secret.reveal()
    guard text.utf8.count >= Masker.lengthMin else { return }
    state.withLock { $0.insert(text) }
  }

  /// Adds every secret of another masker.
  public func add(_ other: Masker) {
    let (older, latest) = other.state.withLock { ($0.secrets, $0.latest) }
    guard !latest.isEmpty else { return }
    state.withLock { state in
      for text in older { state.insert(text) }
      for text in latest { state.insert(text) }
    }
  }

  /// Adds every secret in a value.
  public func add(_ value: Value) {
    switch value {
    case .secret(let secret): add(secret)
    case .list(let values): for value in values { add(value) }
    case .text, .number, .boolean: break
    }
  }

  /// Adds a set of tokens.
  public func add(_ tokens: Tokens) {
    for token in tokens.all { add(token) }
  }

  /// Returns the text with every secret replaced by `Secret.mask`, the longest first.
  public func masked(_ text: String) -> String {
    let needles = state.withLock { $0.settled(length: text.utf8.count) }
    return needles.masked(text)
  }

  /// Adds the literal secrets of the scripts whose lines problems show.
  public func addLiterals(shownBy diagnostics: [Diagnostic]) {
    let sources = Set(diagnostics.flatMap(\.sources))
    for text in sources.flatMap(\.secretLiterals) { add(Secret(text)) }
  }
}
