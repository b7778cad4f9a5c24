import FlowEngine
import FlowHTTP

/// A start of a session, read from a script's `start` or `meanwhile` and checked.
struct SessionStart: Sendable {
  /// The origin of the data that starts the session.
  enum Way: Sendable {
    /// The script contains the data.
    case data(SessionData)
    /// The server creates the data.
    case offer(SessionOffer)
    /// The app starts an AppLogin with the named account, or with the only account of the device.
    case app(account: String?)
  }

  /// The word after `start` or `meanwhile`.
  let intent: String
  let way: Way

  /// Reads a start; `nil` if the word doesn't begin a session.
  ///
  /// - Parameters:
  ///   - intent: The word after `start` or `meanwhile`.
  ///   - parameters: The parameters after `with`.
  /// - Throws: `EngineFailure.Kind.misused` with a help text if a parameter is wrong.
  init?(_ intent: String, _ parameters: [Answer]) throws(EngineFailure) {
    let spellings = NextAuthEngine.vocabulary.oldSpellings
    let intent = Naming.normalized(spellings.currentWord(for: intent))
    guard let known = NextAuthEngine.vocabulary.intents.first(where: { $0.name == intent }) else {
      return nil
    }
    let given = try StartParameters(parameters, of: known)
    self.intent = intent
    guard intent != "app-login" else {
      way = .app(account: given["account"]?.revealed)
      return
    }
    let origin = try SessionStart.origin(of: intent, by: given["by"])
    if let data = given["data"] {
      try SessionStart.checkAlone(given)
      way = .data(try SessionStart.data(data.revealed, origin, isBinary: given.isSet("binary")))
    } else {
      let sent = given.all.filter { $0.field != "by" }
      way = .offer(
        SessionOffer(
          origin: origin, kind: SessionKind.isEnrollment(intent) ? .enrol : .login,
          parameters: sent))
    }
  }

  private static func origin(of intent: String, by way: Value?) throws(EngineFailure)
    -> SessionOrigin
  {
    guard SessionKind.isEnrollment(intent) else { return SessionOrigin(rawValue: intent) ?? .qr }
    guard let way else { return .qr }
    let origin = SessionOrigin(rawValue: Naming.normalized(way.revealed))
    guard let origin, origin != .app else {
      throw EngineFailure(
        .misused, "an enrollment can't start with `by = \(way.shown)`",
        help: "write `by = qr`, `by = deep-link` or `by = push`")
    }
    return origin
  }

  /// Throws if the script gives the data and also parameters with which a server would create the
  /// data.
  private static func checkAlone(_ given: StartParameters) throws(EngineFailure) {
    guard let asked = given.all.first(where: { !["by", "binary", "data"].contains($0.field) })
    else { return }
    throw EngineFailure(
      .misused, "`\(asked.field)` asks a server for something that `data` already gives",
      help: "remove one of the two")
  }

  private static func data(
    _ text: String, _ origin: SessionOrigin, isBinary: Bool
  ) throws(EngineFailure) -> SessionData {
    switch origin {
    case .push: return .push(Secret(text))
    case .qr where isBinary:
      guard let bytes = Base64URL.decode(text) else {
        throw EngineFailure(
          .misused, "the `data` of a binary QR code can't be read",
          help: "write its bytes in base64url, or remove `binary = true` for a text")
      }
      return .binary(bytes)
    case .qr, .deepLink, .app: return .text(Secret(text), origin: origin)
    }
  }
}

/// The parameters of one start or event, by their names with hyphens; each occurs at most once.
struct StartParameters: Sendable {
  /// All given parameters.
  private(set) var all: [Answer] = []

  /// Reads and checks the parameters.
  ///
  /// - Throws: `EngineFailure.Kind.misused` if a parameter is unknown or given twice.
  init(_ parameters: [Answer], of known: EngineVocabulary.Intent) throws(EngineFailure) {
    for parameter in parameters {
      let name = Naming.normalized(parameter.field)
      guard known.parameters.contains(name) else {
        let names = known.parameters.map { "`\($0)`" }.joined(separator: ", ")
        throw EngineFailure(
          .misused, "`\(known.name)` has no parameter `\(parameter.field)`",
          help: names.isEmpty ? "it takes no parameters" : "it takes \(names)")
      }
      guard self[name] == nil else {
        throw EngineFailure(
          .misused, "the parameter `\(name)` is given twice", help: "remove one of the two")
      }
      all.append(Answer(name, parameter.value))
    }
  }

  /// The value of a parameter; `nil` if it isn't given.
  subscript(name: String) -> Value? { all.first { $0.field == name }?.value }

  /// Whether a parameter has the value `true`.
  func isSet(_ name: String) -> Bool { self[name] == .boolean(true) || self[name] == .text("true") }
}
