import FlowHTTP
import Testing

/// Requirements of real clients for every page: a page that breaks one of these breaks a client.
enum PageInvariants {
  static func check(_ page: JSON, status: Int, headers: HTTPHeaders) {
    var shape = PageShape()
    shape.add(page: page)
    #expect(CapturedShapes.differences(of: shape) == [])
    let isRefused = status >= 400
    // A refusal by `introspect` has another type, for a client that reads it in no other.
    let types =
      ["application/ion+json; okta-version=1.0.0"]
      + (isRefused ? ["application/json; okta-version=1.0.0"] : [])
    #expect(types.contains(headers["Content-Type"] ?? ""))
    for name in ["x-okta-request-id", "x-rate-limit-limit", "x-rate-limit-remaining"] {
      #expect(headers[name]?.isEmpty == false)
    }
    #expect(page["version"] == "1.0.0")
    for message in page["messages"]?["value"]?.array ?? [] { check(message: message) }
    guard let handle = page["stateHandle"]?.string else {
      // Only version and messages: the end of the transaction, or an invalid request.
      #expect(page.object?.members.map(\.name) == ["version", "messages"])
      #expect(status >= 400)
      return
    }
    check(expiry: page["expiresAt"]?.string ?? "")
    for remediation in page["remediation"]?["value"]?.array ?? [] {
      guard remediation["name"] != "redirect-idp" else {
        check(redirect: remediation)
        continue
      }
      check(form: remediation, handle: handle, page: page)
    }
    if let forms = page["remediation"] { #expect(forms["type"] == "array") }
    check(form: page["cancel"] ?? .null, handle: handle, page: page)
    for name in ["id", "name", "label"] {
      #expect(page["app"]?["value"]?[name]?.string?.isEmpty == false)
    }
    checkUser(page)
    checkAuthenticators(page, handle: handle)
    if let success = page["successWithInteractionCode"] { check(success: success, page: page) }
  }

  private static func check(message: JSON) {
    #expect(["ERROR", "INFO", "WARNING"].contains(message["class"]?.string ?? ""))
    #expect(message["message"]?.string?.isEmpty == false)
  }

  /// `2026-11-21T05:00:00.000Z`, exactly.
  private static func check(expiry: String) {
    let shape = expiry.utf8.map { (48...57).contains($0) ? UInt8(ascii: "0") : $0 }
    #expect(String(decoding: shape, as: UTF8.self) == "0000-00-00T00:00:00.000Z")
    #expect(expiry.hasSuffix(".000Z"))
  }

  private static func check(form: JSON, handle: String, page: JSON) {
    #expect(form["rel"] == ["create-form"])
    #expect(form["name"]?.string?.isEmpty == false)
    #expect(form["href"]?.string?.hasPrefix("https://acme.flow.test/idp/idx/") == true)
    #expect(form["method"] == "POST")
    #expect(form["accepts"] == "application/json; okta-version=1.0.0")
    let fields = form["value"]?.array ?? []
    let state = fields.first { $0["name"] == "stateHandle" }
    #expect(state?["value"]?.string == handle)
    #expect(state?["mutable"] == false)
    #expect(state?["visible"] == false)
    if let relation = form["relatesTo"] {
      let paths = relation.array ?? []
      #expect(!paths.isEmpty, "relatesTo of a form is a list")
      for path in paths { #expect(resolve(path.string ?? "", in: page) != nil) }
    }
    for field in fields { check(field: field, page: page) }
  }

  /// A redirect for a browser: clients distinguish it from a form by the missing `rel`.
  private static func check(redirect: JSON) {
    #expect(redirect["rel"] == nil)
    #expect(redirect["method"] == "GET")
    #expect(redirect["href"]?.string?.hasPrefix("https://acme.flow.test/oauth2/") == true)
    #expect(redirect["type"]?.string?.isEmpty == false)
    #expect(redirect["idp"]?["id"]?.string?.hasPrefix("0oa") == true)
    #expect(redirect["idp"]?["name"]?.string?.isEmpty == false)
  }

  private static func check(field: JSON, page: JSON) {
    #expect(field["name"]?.string?.isEmpty == false)
    let nested = (field["form"] ?? field["value"]?["form"])?["value"]?.array ?? []
    for inner in nested { check(field: inner, page: page) }
    for message in field["messages"]?["value"]?.array ?? [] { check(message: message) }
    guard let options = field["options"]?.array else { return }
    #expect(!options.isEmpty)
    for option in options {
      #expect(option["label"]?.string?.isEmpty == false)
      #expect(option["value"] != nil)
      if let path = option["relatesTo"]?.string { #expect(resolve(path, in: page) != nil) }
      for inner in option["value"]?["form"]?["value"]?.array ?? [] {
        check(field: inner, page: page)
      }
      guard field["name"] == "authenticator" else { continue }
      // One client takes the first value of an option's form as the authenticator's id.
      let first = option["value"]?["form"]?["value"]?.array?.first
      #expect(first?["name"] == "id")
      #expect(first?["value"]?.string?.hasPrefix("aut") == true)
    }
  }

  private static func checkUser(_ page: JSON) {
    for member in page["user"]?["value"]?["profile"]?.object?.members ?? [] {
      #expect(member.value.string != nil, "\(member.name) of a profile is a text")
    }
  }

  private static func checkAuthenticators(_ page: JSON, handle: String) {
    var all: [JSON] = []
    for name in ["authenticators", "authenticatorEnrollments"] {
      all += page[name]?["value"]?.array ?? []
      if let list = page[name] { #expect(list["type"] == "array") }
    }
    let single = [
      "currentAuthenticator", "currentAuthenticatorEnrollment", "enrollmentAuthenticator",
      "recoveryAuthenticator",
    ]
    for name in single {
      guard let member = page[name] else { continue }
      #expect(member["type"] == "object")
      guard let value = member["value"] else { continue }
      all.append(value)
      for action in ["resend", "poll", "recover"] {
        if let form = value[action] { check(form: form, handle: handle, page: page) }
      }
    }
    for authenticator in all {
      #expect(authenticator["type"]?.string?.isEmpty == false)
      #expect(authenticator["key"]?.string?.isEmpty == false)
      for method in authenticator["methods"]?.array ?? [] {
        for member in method.object?.members ?? [] { #expect(member.value.string != nil) }
      }
      for member in authenticator["profile"]?.object?.members ?? [] {
        #expect(member.value.string != nil)
      }
    }
  }

  private static func check(success: JSON, page: JSON) {
    #expect(success["name"] == "issue")
    #expect(success["method"] == "POST")
    #expect(success["accepts"] == "application/x-www-form-urlencoded")
    let names = (success["value"]?.array ?? []).compactMap { $0["name"]?.string }
    for name in ["grant_type", "interaction_code", "client_id", "code_verifier"] {
      #expect(names.contains(name))
    }
    #expect(page["remediation"] == nil)
  }

  /// The value that a JSON path of the form `$.a.value[0]` points to.
  static func resolve(_ path: String, in page: JSON) -> JSON? {
    // The real engine names this one although it isn't a path.
    guard path != "webauthnAutofillUIChallenge" else { return page[path] }
    guard path.hasPrefix("$.") else { return nil }
    var here = page
    for part in path.dropFirst(2).split(separator: ".") {
      let pieces = part.split(separator: "[")
      guard let next = here[String(pieces[0])] else { return nil }
      here = next
      guard pieces.count > 1 else { continue }
      let list = here.array ?? []
      guard let index = Int(pieces[1].dropLast()), list.indices.contains(index) else { return nil }
      here = list[index]
    }
    return here
  }
}
