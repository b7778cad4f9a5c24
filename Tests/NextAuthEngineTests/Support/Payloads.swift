import FlowCrypto
import FlowEngine
import FlowHTTP
import NextAuthEngine

/// The content of a QR code, a link or a push message from a server.
///
/// It is written by hand here so that the reader is checked against the format and not against
/// itself.
struct Offer: Sendable {
  var kind = "login"
  var server = "bank.example"
  var nonce = Offer.nonce(1)
  var account: String?
  var secondFactor: String?
  var name: String?
  var expires: Int?
  var announce: JSON?
  var info: JSON?

  /// Sixteen bytes.
  static func nonce(_ number: UInt8) -> String {
    Base64URL.encode([UInt8](repeating: number, count: 16))
  }

  static func login(_ nonce: UInt8 = 1, account: String? = nil, factor: String? = nil) -> Offer {
    Offer(nonce: Offer.nonce(nonce), account: account, secondFactor: factor)
  }

  static func enrol(_ nonce: UInt8 = 1, name: String? = "New") -> Offer {
    Offer(kind: "enrol", nonce: Offer.nonce(nonce), name: name)
  }

  var json: JSON {
    var json: JSONObject = [
      "v": 1, "kind": .string(kind), "server": .string(server), "nonce": .string(nonce),
    ]
    json["account"] = account.map(JSON.string)
    json["secondFactor"] = secondFactor.map(JSON.string)
    json["name"] = name.map(JSON.string)
    json["expires"] = expires.map(JSON.integer)
    json["announce"] = announce
    json["info"] = info
    return .object(json)
  }

  /// The bytes of a binary QR code around any content.
  static func code(_ content: [UInt8], kind: UInt8) -> [UInt8] {
    let body = Array("NXQ1".utf8) + [kind] + content
    return body + SHA256.hash(body).prefix(4)
  }

  var binary: [UInt8] { Offer.code(json.bytes(), kind: kind == "login" ? 1 : 2) }
  var text: String { Base64URL.encode(binary) }
  var link: String { "bank:" + text }

  static let key = [UInt8](repeating: 7, count: 32)

  /// An encrypted push message; the test's cipher doesn't encrypt, but distinguishes keys.
  static func push(_ json: JSON, key: [UInt8] = Offer.key) -> String {
    let nonce = [UInt8](repeating: 9, count: 12)
    let sealed = json.bytes().map { $0 ^ key[0] } + key.prefix(16)
    return Base64URL.encode(Array("NXP1".utf8) + nonce + sealed)
  }

  /// Opens what `push` has sealed.
  static let open: SessionManager.Opening = { key, nonce, sealed, additional in
    guard nonce.count == 12, additional == Array("NXP1".utf8), sealed.suffix(16) == key.prefix(16)
    else { return nil }
    return sealed.dropLast(16).map { $0 ^ key[0] }
  }

  func push(id: String) -> String {
    Offer.push(["id": .string(id), "type": .string(kind), "payload": json])
  }
}
