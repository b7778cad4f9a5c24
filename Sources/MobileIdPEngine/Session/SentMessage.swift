import FlowEngine

/// A URL or an intent by which one app has opened another, as far as it can be read and shown.
struct SentMessage: Sendable {
  /// The URL, for opening it once more.
  let url: MessageURL
  /// The name of the app that opened it.
  let from: String
  /// The name of the app that got it.
  let to: String
  /// What it is for; `nil` if it is no message.
  let command: MessageCommand?
  /// Its parameters that messages have, in their order.
  let parameters: [(name: MessageParameter, value: Secret)]

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - profile: How its receiver reads it.
  ///   - from: Who opened it.
  ///   - to: Who got it.
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

  /// As a trace shows it: what is for a server or a person's eyes alone isn't there, and no secret.
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

  /// What it is called if it is no message.
  static func noun(_ url: MessageURL) -> String { url.intent == nil ? "a URL" : "an intent" }

  /// What conditions can ask for, each with a name that begins so.
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

  /// A value that another app wrote, on one line; in quotes where it is not one word.
  private static func word(_ text: String) -> String {
    let text = line(text)
    return text.isEmpty || text.utf8.contains(UInt8(ascii: " ")) ? "\"\(text)\"" : text
  }

  /// How much of a text that another app wrote is shown: a line of a trace stays one.
  static let shownMax = 120

  /// A text that another app or a server wrote, cut, without what would end or change a line.
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
  /// Whether its value is good for something to whoever has it.
  public var isSecret: Bool { self == .code || self == .state }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a sign or a space: nothing that a terminal obeys or that turns text.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}
