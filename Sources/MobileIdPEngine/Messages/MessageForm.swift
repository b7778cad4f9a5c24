public import FlowEngine

/// What one app opens another with: a URL whose query may hold a code, or on Android an intent whose
/// bundle holds the same pairs.
public struct MessageURL: Sendable, Hashable, CustomStringConvertible {
  private let text: Secret
  /// The app that an intent opens and the pairs that it carries; `nil` for a URL.
  public let intent: MessageIntent?

  /// Wraps a text, which need not be a message at all.
  public init(_ text: String) {
    self.text = Secret(text)
    intent = nil
  }

  /// Wraps an intent, which need not be a message at all.
  public init(_ intent: MessageIntent) {
    self.intent = intent
    let pairs = intent.bundle.entries.map { entry in
      "\(PercentCoding.encode(entry.name))=\(PercentCoding.encode(entry.value.reveal()))"
    }
    text = Secret(
      "\(intent.receiver)\(Envelope.lead)\(PercentCoding.encode(intent.bundle.command))?"
        + pairs.joined(separator: "&"))
  }

  /// The platform whose apps open it.
  public var platform: MessagePlatform { intent == nil ? .ios : .android }

  /// The text, for the one place that opens it; for an intent, a URL that holds the same pairs.
  public func reveal() -> String { text.reveal() }

  /// What is before the query or the fragment, cut to 100 bytes.
  public var description: String {
    let bytes = text.reveal().utf8
    let head = bytes.prefix(100).prefix { !"?#".utf8.contains($0) }
    let mark = bytes.dropFirst(head.count).first == UInt8(ascii: "#") ? "#" : "?"
    return String(decoding: head, as: UTF8.self) + mark + Secret.mask
  }
}

/// A message as an intent carries it on Android: the same pairs, nothing escaped.
public struct MessageBundle: Sendable, Hashable {
  /// One pair.
  public struct Entry: Sendable, Hashable {
    /// Its key.
    public var name: String
    /// Its value.
    public var value: Secret

    /// Makes a pair.
    public init(_ name: String, _ value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// What the message is for, such as `authrequest`.
  public var command: String
  /// The pairs, in their order.
  public var entries: [Entry]

  /// Makes a bundle.
  public init(_ command: String, _ entries: [Entry]) {
    self.command = command
    self.entries = entries
  }

  /// Reads a bundle's lines as they are written down: the command, then a line `NAME=value` each;
  /// `nil` if a value isn't UTF-8, which no text of a bundle is.
  ///
  /// A command that is left out is the one that the keys tell. What has too many bytes or lines becomes
  /// a bundle that no profile reads.
  ///
  /// - Parameter bytes: The lines; their line breaks end with a line feed.
  public init?(lines bytes: [UInt8]) {
    let text = MessageText(bundle: bytes)
    guard bytes.count <= MessageLimits.urlBytes else {
      self.init("", [Entry("", Secret(String(decoding: bytes, as: UTF8.self)))])
      return
    }
    let written = text.text(text.commandRange)
    self.init(written.isEmpty ? text.command?.rawValue ?? "" : written, [])
    for part in text.parts {
      guard let value = part.value else { return nil }
      entries.append(Entry(part.rawName, Secret(value)))
    }
    // One more than are read stands for all that were not.
    if text.findings.contains(where: { $0.kind == .tooMany }) {
      entries.append(Entry("", Secret("")))
    }
  }
}

/// An intent that opens one app: a bundle, and the app that gets it.
public struct MessageIntent: Sendable, Hashable {
  /// The pairs.
  public var bundle: MessageBundle
  /// The scheme that stands for the app that gets it.
  ///
  /// Apps have no other name here: the address of an answer is the scheme of the redirect URI.
  public var receiver: URLScheme

  /// Makes an intent.
  public init(_ bundle: MessageBundle, to receiver: URLScheme) {
    self.bundle = bundle
    self.receiver = receiver
  }
}
