/// Something that a simulated org does wrong on demand: at which requests, how often, and what.
///
/// Written `challenge: 429 retry-after 2` or `email once: late 30s`; see `init(_:)` for the grammar.
public struct Fault: Sendable, Hashable {
  /// As it was written, without spaces around it.
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

  /// What it happens to.
  enum Target: Sendable, Hashable {
    case any
    /// Requests to an endpoint, or that answer a step whose name is this or begins so.
    case word(String)
    /// What is sent over a channel: `email`, `sms` or `voice`.
    case channel(String)
  }

  /// At which of the requests that it could happen to, counted from one.
  struct Occasions: Sendable, Hashable {
    var first = 1
    /// How many of them; `nil` for all that follow.
    var count: Int?

    static let always = Occasions()

    func contains(_ number: Int) -> Bool {
      guard number >= first else { return false }
      return count.map { number - first < $0 } ?? true
    }
  }

  /// What happens.
  enum Kind: Sendable, Hashable {
    // In place of the answer; the org does nothing.
    case status(Int, retryAfter: Int?, Body)
    case html(Int)
    case drop
    /// The transaction is over, and the org says so.
    case expired

    // With the answer, on its way.
    case latency(Duration)
    /// So many bytes of the body arrive; half of it where that isn't said.
    case truncate(Int?)

    // In the answer, where it is a page.
    case unknownStep(Place)
    case missing(Member)
    case order(isShuffled: Bool)
    case relatesTo(isDangling: Bool)
    case labels
    case pollInterval(Duration)
    case errorsAt(ErrorPlace)
    case errorStatus(Int)

    // With what is sent.
    case late(Duration)
    case twice
    case outOfOrder
  }

  /// What an error's answer carries.
  enum Body: Sendable, Hashable {
    /// An error of the engine's management API, as JSON.
    case api
    /// A page with nothing but a message.
    case ion
    case empty
  }

  /// Where an unknown step is offered.
  enum Place: Sendable, Hashable {
    case beside
    case first
    case instead
  }

  /// Where errors stand on a page.
  enum ErrorPlace: Sendable, Hashable {
    case top
    case field
  }

  /// What a page can lack.
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

  /// Whether it happens to what is sent, not to an answer.
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
  /// The longest that an answer is held back: longer than any client waits.
  static let latencyMax = Duration.seconds(300)
  /// The longest that a mail is late: no code lives as long.
  static let lateMax = Duration.seconds(86_400)
  /// The longest pause between polls that a page can ask for.
  static let pollMax = Duration.seconds(3600)
  /// The longest that a client can be asked to wait, in seconds.
  static let retryAfterMax = 86_400
  /// The longest beginning of an answer that a cut can leave.
  static let truncatedMax = 1 << 20
  /// How many requests can be counted.
  static let occasionsMax = 10_000
  /// The longest text that is read as a fault, in bytes.
  static let textBytesMax = 200
}
