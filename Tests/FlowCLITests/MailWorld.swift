import CommandSupport
import FlowHTTP
import FlowLock

/// An issuer that sends a code by mail, and a mail service that has other users' mails, too.
///
/// Both are on sockets of this machine.
final class MailWorld: Sendable {
  /// A mail: its recipients, in the members of Mailpit's API, and its code.
  struct Mail: Sendable {
    var recipients: JSONObject
    var code: String

    init(_ code: String, to recipients: JSONObject) {
      self.recipients = recipients
      self.code = code
    }

    init(_ code: String, to address: String) {
      self.init(code, to: ["To": [["Name": "", "Address": .string(address)]]])
    }
  }

  private final class Log: Sendable {
    let origin = Mutex("")
    let isSent = Mutex(false)
    let codes = Mutex<[String]>([])
  }

  private let log: Log
  private let issuer: HTTPServer
  private let service: HTTPServer

  /// The codes that were sent, in order.
  var codes: [String] { log.codes.withLock { $0 } }

  /// The options that connect a run to these servers.
  var options: [String] {
    [
      "--issuer", "http://127.0.0.1:\(issuer.port)/oauth2/default", "--client-id", "client-1",
      "--redirect-uri", "com.example:/callback",
      "--inbox", "http://127.0.0.1:\(service.port)",
    ]
  }

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - challenge: Members of the page that asks for the code, beside its form.
  ///   - field: The field of the code.
  ///   - code: The right code.
  ///   - mails: The mails that arrive when the code is asked for, the oldest first.
  /// - Throws: `HTTPServer.Unbound`.
  init(
    challenge: JSONObject, field: JSON = ["name": "passcode"], code: String, mails: [Mail]
  ) throws {
    let log = Log()
    let form = Pages.form(
      "challenge-authenticator", Pages.origin + "/idp/idx/challenge/answer",
      [["name": "credentials", "required": true, "form": ["value": [field]]]],
      ["relatesTo": ["$.currentAuthenticatorEnrollment"]])
    var asked = Pages.page([form]).object ?? JSONObject()
    for member in challenge.members { asked[member.name] = member.value }
    let page = JSON.object(asked)
    issuer = try HTTPServer { request in
      let path = request.url.path
      let json: JSON
      if path.hasSuffix("/interact") {
        json = Pages.interact
      } else if path.hasSuffix("/introspect") {
        json = Pages.page([Pages.identify])
      } else if path.hasSuffix("/identify") {
        log.isSent.withLock { $0 = true }
        json = page
      } else if path.hasSuffix("/answer") {
        let sent = MailWorld.passcode(in: request)
        log.codes.withLock { $0.append(sent) }
        json = sent == code ? Pages.success : page
      } else if path.hasSuffix("/token") {
        json = Pages.tokens
      } else {
        return HTTPResponse(status: 404)
      }
      let text = String(decoding: json.bytes(), as: UTF8.self)
        .split(separator: Pages.origin, omittingEmptySubsequences: false)
        .joined(separator: log.origin.withLock { $0 })
      return HTTPResponse(status: 200, body: .bytes(Array(text.utf8)))
    }
    let origin = "http://127.0.0.1:\(issuer.port)"
    log.origin.withLock { $0 = origin }
    let list = mails.enumerated().map { index, mail -> JSON in
      var object = mail.recipients
      object["ID"] = .string("mail\(index)")
      object["Subject"] = "Sign-in"
      object["Text"] = .string("Your verification code is \(mail.code).")
      return .object(object)
    }
    service = try HTTPServer { request in
      let mails = log.isSent.withLock { $0 } ? list : []
      if request.url.path == "/api/v1/messages" {
        return HTTPResponse(status: 200, body: .json(["messages": .array(mails.reversed())]))
      }
      let mail = mails.first { request.url.path == "/api/v1/message/" + ($0["ID"]?.string ?? "") }
      return mail.map { HTTPResponse(status: 200, body: .json($0)) } ?? HTTPResponse(status: 404)
    }
    self.log = log
  }

  /// Ends both servers.
  func stop() {
    issuer.stop()
    service.stop()
  }

  private static func passcode(in request: HTTPRequest) -> String {
    let json: JSON?
    switch request.body {
    case .json(let body): json = body
    case .bytes(let bytes): json = try? JSON(parsing: bytes)
    default: json = nil
    }
    return json?["credentials"]?["passcode"]?.string ?? ""
  }

  /// The members of a page about a mailbox whose address has this display form.
  static func email(_ address: String?) -> JSONObject {
    var profile = JSONObject()
    if let address { profile["email"] = .string(address) }
    return [
      "currentAuthenticatorEnrollment": [
        "type": "object",
        "value": [
          "type": "email", "key": "okta_email", "id": "eae-1", "displayName": "Email",
          "methods": [["type": "email"]], "profile": .object(profile),
        ],
      ]
    ]
  }
}
