import FlowEngine

/// A URL or an intent with which one app has opened another, in readable form.
struct SentMessage: Sendable {
  /// The URL, kept to open it again.
  let url: MessageURL
  /// The name of the app that opened the URL.
  let from: String
  /// The name of the app that received the URL.
  let to: String
  /// The message's command; `nil` if the URL isn't a message.
  let command: MessageCommand?
  /// The known parameters, in the order of the message.
  let parameters: [(name: MessageParameter, value: Secret)]

  /// Reads a URL that an app has opened.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - profile: The receiver's profile.
  ///   - from: The sender's name.
  ///   - to: The receiver's name.
  init(_ url: MessageURL, _ profile: MessageProfile, from: String, to: String) {
    self.url = url
    self.from = from
    self.to = to
    let envelope = try? Envelope(url, profile)
    command = envelope?.command
    parameters = (envelope?.entries ?? []).compactMap { entry in
      guard let name = entry.parameter, let value = entry.value else { return nil }
      return (name, value)
    }
  }

  /// The message as a line of a trace.
  ///
  /// The line has no secrets, and no parameters that are only for a server or the user.
  var line: String {
    let head = "\(from) -> \(to)  "
    guard let command else {
      return head + (url.intent == nil ? "no message" : "intent without a message")
    }
    let shown = parameters.compactMap { name, value -> String? in
      switch name {
      case .redirectURI, .appName: nil
      case .codeChallenge: "\(name.rawValue)=\(SentMessage.start(of: value.reveal()))"
      case _ where name.isSecret: "\(name.rawValue)=\(value.isEmpty ? "" : "••••")"
      default: "\(name.rawValue)=\(SentMessage.word(value.reveal()))"
      }
    }
    let form = url.intent == nil ? [] : ["intent"]
    return head + (form + [command.rawValue] + shown).joined(separator: " ")
  }

  /// The noun for a link that isn't a message.
  static func noun(_ url: MessageURL) -> String { url.intent == nil ? "a URL" : "an intent" }

  /// The message's facts for conditions; each name begins with the group.
  func facts(within group: String) -> [Fact] {
    var names: Set<MessageParameter> = []
    return parameters.reversed().filter { names.insert($0.name).inserted }.reversed().map {
      Fact(
        "\(group).\($0.name.rawValue)",
        $0.name.isSecret ? .secret($0.value) : .text($0.value.reveal()))
    }
  }

  private static func start(of challenge: String) -> String {
    line(String(challenge.unicodeScalars.prefix(4).map(Character.init))) + "…"
  }

  /// A value that another app wrote, for a trace: on one line, and in quotes unless it is one word.
  private static func word(_ text: String) -> String {
    let text = line(text)
    return text.isEmpty || text.utf8.contains(UInt8(ascii: " ")) ? "\"\(text)\"" : text
  }

  /// The maximum number of characters of a text from another app; a longer text is cut.
  static let shownMax = 120

  /// A text from another app or a server, cut and without characters that end or change a line.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalars.count < shownMax else {
        scalars.append("…")
        break
      }
      scalars.append(scalar.isPlain ? scalar : " ")
    }
    return String(scalars)
  }
}

extension MessageParameter {
  /// Whether the parameter's value is a secret, which must not be shown.
  public var isSecret: Bool { self == .code || self == .state }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a symbol or a space.
  ///
  /// Control characters of a terminal or of text direction aren't plain.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}
