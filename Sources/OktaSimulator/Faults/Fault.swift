/// A fault that a simulated org has on demand: the requests, the occasions, and the effect.
///
/// It is written `challenge: 429 retry-after 2` or `email once: late 30s`; see `init(_:)` for the
/// grammar.
public struct Fault: Sendable, Hashable {
  /// The text as it was written, without spaces around it.
  public let text: String
  let target: Target
  let occasions: Occasions
  let kind: Kind

  init(_ text: String, at target: Target, _ occasions: Occasions, _ kind: Kind) {
    self.text = text
    self.target = target
    self.occasions = occasions
    self.kind = kind
  }

  /// The requests or messages that it applies to.
  enum Target: Sendable, Hashable {
    case any
    /// Requests to an endpoint, or requests that answer a step with this name or prefix.
    case word(String)
    /// Messages of a channel: `email`, `sms` or `voice`.
    case channel(String)
  }

  /// The occasions on which it happens, counted from one.
  struct Occasions: Sendable, Hashable {
    var first = 1
    /// The number of occasions; `nil` for all that follow.
    var count: Int?

    static let always = Occasions()

    func contains(_ number: Int) -> Bool {
      guard number >= first else { return false }
      return count.map { number - first < $0 } ?? true
    }
  }

  /// The effect.
  enum Kind: Sendable, Hashable {
    // Instead of the answer: the org does nothing.
    case status(Int, retryAfter: Int?, Body)
    case html(Int)
    case drop
    /// The transaction has ended, and the org says so.
    case expired

    // The answer on its way.
    case latency(Duration)
    /// A number of bytes of the body arrive; `nil` for half of them.
    case truncate(Int?)

    // The content of a page.
    case unknownStep(Place)
    case missing(Member)
    case order(isShuffled: Bool)
    case relatesTo(isDangling: Bool)
    case labels
    case pollInterval(Duration)
    case errorsAt(ErrorPlace)
    case errorStatus(Int)

    // The messages.
    case late(Duration)
    case twice
    case outOfOrder
  }

  /// The body of an error's answer.
  enum Body: Sendable, Hashable {
    /// An error of the engine's management API, as JSON.
    case api
    /// A page with only a message.
    case ion
    case empty
  }

  /// The position of an unknown step.
  enum Place: Sendable, Hashable {
    case beside
    case first
    case instead
  }

  /// The position of errors on a page.
  enum ErrorPlace: Sendable, Hashable {
    case top
    case field
  }

  /// The member that a page lacks.
  enum Member: String, Sendable, Hashable, CaseIterable {
    case age
    case app
    case displayName = "display-name"
    case expiresAt = "expires-at"
    case id
    case intent
    case key
    case label
    case messageKey = "message-key"
    case methods
    case relatesTo = "relates-to"
    case settings
    case type
    case user
  }

  /// Whether it applies to messages, not to an answer.
  var isOfMail: Bool {
    switch kind {
    case .late, .twice, .outOfOrder: true
    default: false
    }
  }

  /// Whether it changes a page.
  var isOfPage: Bool {
    switch kind {
    case .unknownStep, .missing, .order, .relatesTo, .labels, .pollInterval, .errorsAt,
      .errorStatus:
      true
    default: false
    }
  }
}

extension Fault {
  /// The maximum latency of an answer: longer than any client waits.
  static let latencyMax = Duration.seconds(300)
  /// The maximum delay of a message: no code is valid as long.
  static let lateMax = Duration.seconds(86_400)
  /// The maximum interval between polls that a page can request.
  static let pollMax = Duration.seconds(3600)
  /// The maximum time that a client can be asked to wait, in seconds.
  static let retryAfterMax = 86_400
  /// The maximum length of a truncated answer, in bytes.
  static let truncatedMax = 1 << 20
  /// The maximum number of occasions.
  static let occasionsMax = 10_000
  /// The maximum length of a fault's text, in bytes.
  static let textBytesMax = 200
}
