import FlowEngine
import SimulatorKit

/// The settings of temporary access codes: `temporary-access-code { lifetime D; multi-use on }`.
struct TemporaryCodePolicy: Sendable, Hashable {
  /// The lifetime of codes that don't state their own.
  var life: Duration = .seconds(7200)
  /// Whether a code can be used again until it expires.
  var isMultiUse = false

  /// The settings in the block `temporary-access-code`.
  static let table = SettingTable<TemporaryCodePolicy>(
    of: "temporary-access-code",
    entries: [
      SettingEntry(
        "lifetime", "`lifetime 2h`", "The lifetime of a code that doesn't state its own.",
        usual: "2 hours", example: "lifetime 8h", notAs: ["life", "expire", "ttl"],
        .span { $0.life = $1 }),
      SettingEntry(
        "multi-use", "`multi-use on`", "Whether a code can be used again until it expires.",
        usual: "`off`", notAs: ["reuse", "multiple", "one-time"], .flag { $0.isMultiUse = $1 }),
    ])
}

extension Account {
  /// A temporary access code, which an administrator has made for the user.
  struct TemporaryCode: Sendable, Hashable {
    /// When a code expires.
    enum End: Sendable, Hashable {
      /// The lifetime in the org's settings has passed since the org's first request.
      case usual
      /// This time has passed since the org's first request.
      case after(Duration)
      /// The code was given for the sign-in, and is valid during it.
      case never
    }

    var secret: Secret
    var end = End.usual

    init(_ secret: Secret, end: End = .usual) {
      self.secret = secret
      self.end = end
    }

    /// Reads `temporary-access-code "…"`, optionally with `expires in 2h`.
    ///
    /// Returns `nil` and reports a problem if the line isn't valid.
    init?(_ line: SettingLine) {
      let terms = line.terms()
      guard let first = terms.first, let secret = first.secret else {
        line.malformed(at: terms.first)
        return nil
      }
      self.secret = secret
      guard terms.count > 1 else { return }
      let words = terms.dropFirst().prefix(2).map(\.word)
      guard words == ["expires", "in"], let life = SettingTime.span(terms.dropFirst(3)) else {
        line.malformed(at: terms[1])
        return nil
      }
      end = .after(life)
    }

    /// Whether the code is still valid.
    ///
    /// - Parameters:
    ///   - now: The time of the sign-in.
    ///   - began: The time of the org's first request.
    ///   - policy: The settings of the org.
    /// - Returns: Whether the code hasn't expired.
    func isValid(at now: Duration, began: Duration, _ policy: TemporaryCodePolicy) -> Bool {
      switch end {
      case .usual: now < began + policy.life
      case .after(let life): now < began + life
      case .never: true
      }
    }
  }
}
