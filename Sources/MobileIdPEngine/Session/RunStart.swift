import FlowEngine

/// The start of a run, read from a script's `start` and checked.
enum RunStart: Sendable {
  case client(String?)
  case provider(String?)
  case message(InjectedMessage, from: String?)

  /// Reads a start.
  ///
  /// - Throws: `EngineFailure.Kind.misused` with a help text if the start isn't valid.
  init(_ start: Start) throws(EngineFailure) {
    let known = KnownStarts.all.first { $0.name == Naming.normalized(start.intent) }
    guard let known else {
      let words = KnownStarts.all.map { "`\($0.name)`" }.joined(separator: ", ")
      throw EngineFailure(
        .misused, "unknown start `\(start.intent)`", help: "there is \(words)")
    }
    let given = try GivenParameters(start.parameters, of: known)
    switch known.name {
    case "provider": self = .provider(given["app"])
    case "message": self = .message(try given.message, from: given["from"])
    default: self = .client(given["app"])
    }
  }
}

/// An event of a script's `meanwhile`, read and checked.
enum RunEvent: Sendable {
  case message(InjectedMessage, from: String?)
  case again(MessageCommand)
  case uninstall(String)

  /// Reads an event; `nil` if the word isn't an event.
  ///
  /// - Throws: `EngineFailure.Kind.misused` with a help text if a parameter isn't valid.
  init?(_ event: String, _ parameters: [Answer]) throws(EngineFailure) {
    let name = Naming.normalized(event)
    guard let known = KnownEvents.all.first(where: { $0.name == name }) else { return nil }
    let given = try GivenParameters(parameters, of: known)
    switch known.name {
    case "again":
      let word = try given.required("command")
      guard let command = MessageCommand(rawValue: Naming.normalized(word)) else {
        let words = MessageCommand.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw EngineFailure(
          .misused, "unknown command `\(word)`", help: "there is \(words)")
      }
      self = .again(command)
    case "uninstall": self = .uninstall(try given.required("app"))
    default: self = .message(try given.message, from: given["from"])
    }
  }
}

/// The parameters of one start or event; each occurs at most once.
private struct GivenParameters {
  private let name: String
  private var values: [String: String] = [:]

  init(_ parameters: [Answer], of known: EngineVocabulary.Intent) throws(EngineFailure) {
    name = known.name
    for parameter in parameters {
      let word = Naming.normalized(parameter.field)
      guard known.parameters.contains(word) else {
        let words = known.parameters.map { "`\($0)`" }.joined(separator: ", ")
        throw EngineFailure(
          .misused, "`\(name)` has no parameter `\(parameter.field)`", help: "it takes \(words)")
      }
      guard values.updateValue(parameter.value.revealed, forKey: word) == nil else {
        throw EngineFailure(
          .misused, "the parameter `\(word)` is given twice", help: "remove one of the two")
      }
    }
  }

  subscript(word: String) -> String? { values[word] }

  /// The URL or bundle that opens an app, according to the parameters.
  var message: InjectedMessage {
    get throws(EngineFailure) {
      guard let lines = self["bundle"] else {
        guard self["to"] == nil else {
          throw EngineFailure(
            .misused, "`to` names the receiver of a bundle, but there is no bundle",
            help: "the scheme of a URL decides which app receives it")
        }
        return .url(MessageURL(try required("url")))
      }
      guard self["url"] == nil else {
        throw EngineFailure(
          .misused, "a message is a `url` or a `bundle`, not both",
          help: "remove one of the two")
      }
      // A script's text is always UTF-8.
      return .bundle(
        MessageBundle(lines: Array(lines.utf8)) ?? MessageBundle("", []), to: self["to"])
    }
  }

  func required(_ word: String) throws(EngineFailure) -> String {
    guard let value = values[word] else {
      throw EngineFailure(
        .misused, "`\(name)` needs the parameter `\(word)`",
        help: "write `\(name) with \(word) = …`")
    }
    return value
  }
}
