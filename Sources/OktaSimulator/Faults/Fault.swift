/// A fault that a simulated org produces on demand.
///
/// A fault states the requests or messages that it applies to, how often it happens, and its
/// effect. It is written `challenge: 429 retry-after 2` or `email once: late 30s`; see `init(_:)`
/// for the grammar.
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

  /// The requests or messages that a fault applies to.
  enum Target: Sendable, Hashable {
    case any
    /// Requests to an endpoint, or requests that answer a step with this name or prefix.
    case word(String)
    /// Messages sent by a channel: `email`, `sms` or `voice`.
    case channel(String)
  }

  /// The matching requests or messages to which a fault happens, counted from one.
  struct Occasions: Sendable, Hashable {
    var first = 1
    /// The number of times that the fault happens; `nil` for no limit.
    var count: Int?

    static let always = Occasions()

    func contains(_ number: Int) -> Bool {
      guard number >= first else { return false }
      return count.map { number - first < $0 } ?? true
    }
  }

  /// The effect of a fault.
  enum Kind: Sendable, Hashable {
    // Effects that replace the response. The org doesn't handle the request.
    case status(Int, retryAfter: Int?, Body)
    case html(Int)
    case drop
    /// The transaction ends, and the org answers that it has expired.
    case expired

    // Effects on the transport of the response.
    case latency(Duration)
    /// The client receives only this number of bytes of the body; `nil` for half of the body.
    case truncate(Int?)

    // Effects on the content of a page.
    case unknownStep(Place)
    case missing(Member)
    case order(isShuffled: Bool)
    case relatesTo(isDangling: Bool)
    case labels
    case pollInterval(Duration)
    case errorsAt(ErrorPlace)
    case errorStatus(Int)

    // Effects on messages.
    case late(Duration)
    case twice
    case outOfOrder
  }

  /// The form of the body in an error response.
  enum Body: Sendable, Hashable {
    /// JSON, as the engine's management API reports an error.
    case api
    /// An Ion page that contains only a message.
    case ion
    case empty
  }

  /// The position of an unknown step among the steps of a page.
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

  /// The member that a fault removes from a page.
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

  /// Whether the fault applies to messages, not to responses.
  var isOfMail: Bool {
    switch kind {
    case .late, .twice, .outOfOrder: true
    default: false
    }
  }

  /// Whether the fault changes the content of a page.
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
  /// The maximum latency of a response, which is longer than any client waits.
  static let latencyMax = Duration.seconds(300)
  /// The maximum delay of a message, which is longer than any code is valid.
  static let lateMax = Duration.seconds(86_400)
  /// The maximum interval between polls that a page can request.
  static let pollMax = Duration.seconds(3600)
  /// The maximum value of `Retry-After`, in seconds.
  static let retryAfterMax = 86_400
  /// The maximum number of bytes that `truncate` can keep.
  static let truncatedMax = 1 << 20
  /// The maximum number in the occasions of a fault, such as `3` in `3rd` or `3 times`.
  static let occasionsMax = 10_000
  /// The maximum length of a fault's text, in bytes.
  static let textBytesMax = 200
}
