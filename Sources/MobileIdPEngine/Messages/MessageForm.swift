public import FlowEngine

/// The link with which one app opens another: a URL, or on Android an intent.
///
/// The URL's query may contain a code. An intent's bundle has the same pairs as the query.
public struct MessageURL: Sendable, Hashable, CustomStringConvertible {
  private let text: Secret
  /// The intent with its receiver and its pairs; `nil` for a URL.
  public let intent: MessageIntent?

  /// Wraps a URL's text, which need not be a message.
  public init(_ text: String) {
    self.text = Secret(text)
    intent = nil
  }

  /// Wraps an intent, which need not be a message.
  public init(_ intent: MessageIntent) {
    self.intent = intent
    let pairs = intent.bundle.entries.map { entry in
      "\(PercentCoding.encode(entry.name))=\(PercentCoding.encode(entry.value.reveal()))"
    }
    text = Secret(
      "\(intent.receiver)\(Envelope.lead)\(PercentCoding.encode(intent.bundle.command))?"
        + pairs.joined(separator: "&"))
  }

  /// The platform whose apps open the link.
  public var platform: MessagePlatform { intent == nil ? .ios : .android }

  /// The URL's text with its secrets, only for the code that opens it.
  ///
  /// For an intent, the result is a URL with the same pairs.
  public func reveal() -> String { text.reveal() }

  /// The part of the URL before the query or the fragment, cut to 100 bytes.
  public var description: String {
    let bytes = text.reveal().utf8
    let head = bytes.prefix(100).prefix { !"?#".utf8.contains($0) }
    let mark = bytes.dropFirst(head.count).first == UInt8(ascii: "#") ? "#" : "?"
    return String(decoding: head, as: UTF8.self) + mark + Secret.mask
  }
}

/// A message in an Android intent: the pairs of the URL without escapes.
public struct MessageBundle: Sendable, Hashable {
  /// One pair.
  public struct Entry: Sendable, Hashable {
    /// The pair's key.
    public var name: String
    /// The pair's value.
    public var value: Secret

    /// Makes a pair.
    public init(_ name: String, _ value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// The command of the message, such as `authrequest`.
  public var command: String
  /// The pairs, in their order.
  public var entries: [Entry]

  /// Makes a bundle.
  public init(_ command: String, _ entries: [Entry]) {
    self.command = command
    self.entries = entries
  }

  /// Reads the lines of a bundle; `nil` if a value isn't UTF-8.
  ///
  /// The lines are the command, then one line `NAME=value` per parameter. If the command is
  /// missing, the keys determine it. If there are too many bytes or lines, the result is a bundle
  /// that every profile refuses.
  ///
  /// - Parameter bytes: The lines, which end with a line feed.
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
    // One more entry than allowed stands for all lines that were not read, so that readers refuse
    // them.
    if text.findings.contains(where: { $0.kind == .tooMany }) {
      entries.append(Entry("", Secret("")))
    }
  }
}

/// An intent that opens one app: a bundle and the receiver's scheme.
public struct MessageIntent: Sendable, Hashable {
  /// The pairs.
  public var bundle: MessageBundle
  /// The scheme that identifies the receiver.
  ///
  /// An answer goes to the scheme of the redirect URI, so a scheme is an app's only name here.
  public var receiver: URLScheme

  /// Makes an intent.
  public init(_ bundle: MessageBundle, to receiver: URLScheme) {
    self.bundle = bundle
    self.receiver = receiver
  }
}
