import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// Creates the data that starts a session: QR codes, deep links and pushes.
struct OfferRequests: NextAuthPart {
  let turn: NextAuthTurn

  private static let offerNames = [
    "kind", "account", "server", "second-factor", "age", "name", "by",
  ]

  /// Answers `/outside/qr` with the content of a QR code.
  func showCode(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    // `start enroll` also asks for a code, and its problems are reported under its own word.
    let word = body.members["kind"]?.string == "enrol" ? "enroll" : "qr"
    let given = try OfferParameters(body, of: word, taking: Self.offerNames + ["binary"])
    let isBinary = try given.flag("binary")
    let code = Base64URL.encode(try code(given, by: "qr"))
    return isBinary ? ["binary": .string(code)] : ["text": .string(code)]
  }

  /// Answers `/outside/deep-link` with a link.
  func makeLink(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let given = try OfferParameters(body, of: "deep-link", taking: Self.offerNames)
    let code = Base64URL.encode(try code(given, by: "deep-link"))
    return ["url": .string("\(org.scheme):\(code)")]
  }

  /// The bytes of a QR code: `NXQ1`, the kind, the payload, and the beginning of the digest of
  /// these parts.
  private func code(
    _ given: OfferParameters, by origin: String
  ) throws(HTTPRefusal) -> [UInt8] {
    let (kind, payload) = try offer(given, by: origin)
    var bytes = Array("NXQ1".utf8)
    bytes.append(kind == .login ? 1 : 2)
    bytes += payload.bytes()
    return bytes + SHA256.hash(bytes).prefix(4)
  }

  // MARK: Payload

  /// Makes an offer, and records it unless it is for a server that the org doesn't have.
  private func offer(
    _ given: OfferParameters, by origin: String, kind: NextAuthState.Kind? = nil
  ) throws(HTTPRefusal) -> (kind: NextAuthState.Kind, payload: JSON) {
    let words = NextAuthState.Kind.allCases.map(\.rawValue)
    let word = try given.choice("kind", words) ?? "login"
    let kind = kind ?? NextAuthState.Kind(rawValue: word) ?? .login
    guard try given.choice("by", ["qr", "deep-link", "push"]) ?? origin == origin else {
      throw .parameter("`by` contradicts `\(origin)`")
    }
    let account = try account(given)
    let name = try given.text("server") ?? account?.server ?? org.servers.first?.name ?? ""
    let factor = try given.choice("second-factor", ["required", "skip"])
    let newName = try given.text("name")
    if kind == .login, newName != nil {
      throw .parameter("`name` is for an enrollment: a login uses an existing account")
    }
    if kind == .enrol, account != nil || factor != nil {
      throw .parameter("an enrollment takes no `account` and no `second-factor`")
    }
    let made = now - (try given.duration("age"))
    let server = org.server(named: name)
    let life = server?.offerLife ?? NextAuthOrg.Server(name: name).offerLife
    var offer = NextAuthState.Offer(
      nonce: NextAuthNonce(&draw), kind: kind, server: name,
      expires: OfferRequests.wholeSeconds(made + life))
    offer.needsFactor = factor.map { $0 == "required" }
    switch kind {
    case .login: offer.account = account?.id ?? server?.preselected
    case .enrol: offer.newName = newName ?? freeName(at: name)
    }
    // The offers of other servers aren't stored.
    if server != nil { state.add(offer) }
    return (kind, OfferRequests.payload(of: offer, at: server))
  }

  /// Rounds a time up to a whole second, because a payload doesn't contain fractions.
  private static func wholeSeconds(_ time: Duration) -> Duration {
    let (seconds, attoseconds) = time.components
    return .seconds(max(attoseconds > 0 ? seconds + 1 : seconds, 0))
  }

  private static func payload(
    of offer: NextAuthState.Offer, at server: NextAuthOrg.Server?
  ) -> JSON {
    var payload: JSONObject = [
      "v": 1, "kind": .string(offer.kind.rawValue), "server": .string(offer.server),
      "nonce": .string(offer.nonce.text),
    ]
    payload["account"] = offer.account.map { .string($0) }
    payload["secondFactor"] = offer.needsFactor.map { $0 ? "required" : "skip" }
    payload["announce"] = server?.announce.json
    payload["info"] = server?.info.json
    payload["name"] = offer.newName.map { .string($0) }
    payload["expires"] = .whole(offer.expires.components.seconds)
    return .object(payload)
  }

  /// The account that a script names; the name is accepted even if the device doesn't have the
  /// account.
  private func account(
    _ given: OfferParameters
  ) throws(HTTPRefusal) -> (id: String, server: String?)? {
    guard let name = try given.text("account") else { return nil }
    let server = try given.text("server")
    let found = named(name, at: server)
    guard found.count <= 1 else {
      throw .parameter("several servers have an account `\(name)`: name the `server`")
    }
    return (found.first?.id ?? name, found.first?.server)
  }

  /// A name that no account of a server has.
  private func freeName(at server: String) -> String {
    let taken = Set(state.accounts.filter { $0.server == server }.map(\.name))
    // There are fewer accounts than these names, so one is free.
    let free = (1...(taken.count + 1)).first { !taken.contains("user \($0)") } ?? 1
    return "user \(free)"
  }

  // MARK: Push

  /// Answers `/outside/push` with a push message.
  func sendPush(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let given = try OfferParameters(
      body, of: "push", taking: Self.offerNames + ["type", "again"])
    if try given.flag("again") {
      let alone = ["kind", "by", "again"]
      _ = try OfferParameters(body, of: "push again", taking: alone)
      guard let push = state.lastPush else {
        throw .parameter("there is no earlier push to receive `again`")
      }
      return ["message": .string(push.reveal())]
    }
    guard AESGCM.isAvailable else {
      throw HTTPRefusal(
        code: "unavailable", "no push can be made: \(CryptoFailure.unavailable)")
    }
    let type = try given.choice(
      "type", ["login", "enroll", "logout", "removal", "message"], old: ["enrol": "enroll"])
    var message: JSONObject = ["id": .string(Base64URL.encode(draw.bytes(12)))]
    switch type {
    case let type? where ["logout", "removal", "message"].contains(type):
      let names = type == "message" ? [] : ["account", "server"]
      let plain = try OfferParameters(
        body, of: "push type = \(type)", taking: ["kind", "by", "type", "again"] + names)
      message["type"] = .string(type)
      try end(type, plain, &message)
    default:
      let kind = type.flatMap { word in NextAuthState.Kind.allCases.first { $0.word == word } }
      let (made, payload) = try offer(given, by: "push", kind: kind)
      message["type"] = .string(made.rawValue)
      message["payload"] = payload
    }
    let push = try encrypted(JSON.object(message).bytes())
    state.lastPush = Secret(push)
    return ["message": .string(push)]
  }

  /// Ends the session or account that a push message is about, and adds its id to the message.
  private func end(
    _ type: String, _ given: OfferParameters, _ message: inout JSONObject
  ) throws(HTTPRefusal) {
    switch type {
    case "logout":
      let sessions = try outsideEvents.loggedIn(given)
      guard let session = sessions.last, Set(sessions.map(\.account)).count == 1 else {
        throw .parameter("several accounts are logged in: name the `account`")
      }
      message["nonce"] = .string(session.nonce.text)
      message["account"] = session.account.map { .string($0) }
      state.endSession(session.nonce)
    case "removal":
      let account = try outsideEvents.account(toDelete: given)
      message["account"] = .string(account.id)
      deviceRequests.remove(account.id)
    default: break
    }
  }

  /// The encrypted message: `NXP1`, a nonce, and the text encrypted with the device's key.
  private func encrypted(_ text: [UInt8]) throws(HTTPRefusal) -> String {
    let (magic, nonce) = (Array("NXP1".utf8), draw.bytes(AESGCM.nonceSize))
    do throws(CryptoFailure) {
      let sealed = try AESGCM.seal(
        text, key: state.pushKey, nonce: nonce, authenticating: magic)
      return Base64URL.encode(magic + nonce + sealed)
    } catch {
      throw HTTPRefusal(code: "unavailable", "no push can be made: \(error)")
    }
  }
}

extension NextAuthOrg.Texts {
  /// The texts as a payload contains them; `nil` if nothing is to be shown.
  var json: JSON? {
    guard !isEmpty else { return nil }
    var json: JSONObject = [:]
    json["logo"] = logo.map { .string($0) }
    json["texts"] = .array(texts.map { [.string($0.key), .string($0.text)] })
    return .object(json)
  }
}
