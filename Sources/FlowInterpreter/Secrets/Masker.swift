public import FlowEngine
import FlowLock
public import FlowDiagnostics
import FlowSyntax

/// Collects the secrets of a run, and masks them in any text.
///
/// A secret is found unchanged and in encoded forms:
/// - percent-encoded, form-encoded, as HTML entities, and with escapes of JSON and of programming
///   languages, also mixed and nested up to three layers deep
/// - in hexadecimal, Base32 and Base64, where Base64 may be a part of a longer text, or applied
///   twice
/// - with invisible characters between its characters
///
/// The case of letters is ignored if the secret has at least eight bytes and doesn't consist only
/// of letters. A secret shorter than `lengthMin` isn't searched for in texts, because it would mask
/// half of a report.
///
/// A masker keeps all its secrets. Create one for each run, or one for each output.
public final class Masker: Sendable {
  /// The minimum length in bytes of a secret that is searched for in texts.
  public static let lengthMin = 4

  private struct State {
    var secrets: Set<String> = []
    /// The latest secrets, which aren't in `secrets` yet.
    ///
    /// Most runs have so few secrets that none has to be hashed.
    var latest: [String] = []
    /// The secrets whose forms aren't in `needles` yet, with the length of the shortest text that
    /// may contain each.
    ///
    /// The forms are computed on demand, because many runs mask nothing.
    var unread: [(secret: String, length: Int)] = []
    /// The length of the shortest text that may contain one of the unread secrets.
    var unreadMin = Int.max
    var needles = Needles()
    /// The scripts whose literal secrets were added.
    var sources: Set<SourceFile> = []

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

    /// Returns the needles to search for in a text of this length.
    ///
    /// Secrets that are too long for the text aren't added. So the forms of a token are rarely
    /// computed.
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

    /// The maximum number of secrets that are compared one by one.
    ///
    /// A sign-in has fewer.
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

  /// Adds all secrets of another masker.
  public func add(_ other: Masker) {
    let (older, latest) = other.state.withLock { ($0.secrets, $0.latest) }
    guard !latest.isEmpty else { return }
    state.withLock { state in
      for text in older { state.insert(text) }
      for text in latest { state.insert(text) }
    }
  }

  /// Adds all secrets of a masker whose forms are computed, without computing them again.
  ///
  /// Use it for a masker with many secrets that several others have in common.
  package func take(_ other: Masker) {
    let prepared = other.state.withLock { state in
      _ = state.settled(length: .max)
      return state
    }
    state.withLock { state in
      let own = state
      state = prepared
      for text in own.secrets { state.insert(text) }
      for text in own.latest { state.insert(text) }
    }
  }

  /// Adds the secrets in a value.
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

  /// Returns the text with every secret replaced by `Secret.mask`.
  ///
  /// Longer secrets are replaced first.
  public func masked(_ text: String) -> String {
    let needles = state.withLock { $0.settled(length: text.utf8.count) }
    return needles.masked(text)
  }

  /// Adds the literal secrets in the scripts whose lines the diagnostics show.
  public func addLiterals(shownBy diagnostics: [Diagnostic]) {
    // A report can show one script thousands of times.
    let known = state.withLock { $0.sources }
    let sources = Set(diagnostics.flatMap(\.sources)).subtracting(known)
    guard !sources.isEmpty else { return }
    for text in sources.flatMap(\.secretLiterals) { add(Secret(text)) }
    state.withLock { $0.sources.formUnion(sources) }
  }
}
