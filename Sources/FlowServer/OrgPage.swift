import FlowEngine
import OktaSimulator
import FlowHTTP

/// The page of a served org and what it is made of, by path.
///
/// It shows codes, for that is what it is for, and no password, token or handle. Nothing of it comes
/// from elsewhere, nothing of it can be framed or read by another origin, and what it does takes a
/// word that only the page knows.
struct OrgPage: Sendable {
  /// How the page looks: one column on a phone, two on a wide screen, light or dark as the system is.
  private static let style = PagePalette.text + "\n" + Resources.pageCss

  private let control: OrgControl
  private let guardWord: String

  init(_ control: OrgControl, guardWord: String) {
    self.control = control
    self.guardWord = guardWord
  }

  /// Answers a request for the page, for a part of it or for something that it does; `nil` for any
  /// other.
  func answer(_ request: HTTPRequest, _ org: Org) -> HTTPResponse? {
    let path = request.url.path
    guard path == "/" || path.hasPrefix("/flow/") else { return nil }
    switch (request.method, path) {
    case (.get, "/"), (.head, "/"): return document(org)
    case (.get, "/flow/live"): return live(request, org)
    case (.get, "/flow/page.css"), (.head, "/flow/page.css"):
      return OrgPage.response("text/css; charset=utf-8", OrgPage.style)
    case (.get, "/flow/page.js"), (.head, "/flow/page.js"):
      return OrgPage.response("text/javascript; charset=utf-8", Resources.pageJs)
    case (.post, "/flow/push"):
      return act(request, anchor: "phones") { OrgPage.inTime(answerPush($0)) }
    case (.post, "/flow/link"):
      return act(request, anchor: "inbox") { OrgPage.inTime(openLink($0)) }
    case (.post, "/flow/fault"):
      return act(request, anchor: "faults") { addFault($0, request, org) }
    case (.post, "/flow/fault/remove"):
      return act(request, anchor: "faults") { OrgPage.inTime(FaultForm($0).remove(from: control)) }
    case (.post, "/flow/circumstance"):
      return act(request, anchor: "circumstances") { form in
        CircumstanceForm(form).set(in: control).map { .plain(400, $0) }
      }
    case (.post, "/flow/circumstance/remove"):
      return act(request, anchor: "circumstances") {
        OrgPage.inTime(CircumstanceForm($0).remove(from: control))
      }
    case (.options, _): return .plain(405, "Pages of other origins may do nothing here.")
    default: return .plain(404, "There is nothing here: the page is at /.")
    }
  }

  // MARK: What is shown

  private func document(_ org: Org, refused: FaultSection.Refused? = nil) -> HTTPResponse {
    let sections = PageSections(control, org, guardWord: guardWord, refused: refused)
    return OrgPage.response("text/html; charset=utf-8", sections.document.markup)
  }

  /// The parts of the page that change, for its script; nothing where they are as it has them.
  private func live(_ request: HTTPRequest, _ org: Org) -> HTTPResponse {
    let sections = PageSections(control, org, guardWord: guardWord)
    let json = JSON.object(
      JSONObject(members: [
        .init("news", .string(sections.news)),
        .init(
          "sections",
          .object(
            JSONObject(
              members: sections.changing.map { .init($0.id, .string($0.content.markup)) }))),
      ]))
    let body = json.bytes()
    let tag = "\"\(OrgPage.digest(body))\""
    guard request.headers["If-None-Match"] != tag else {
      return HTTPResponse(status: 304, headers: ["ETag": tag, "Cache-Control": "no-cache"])
    }
    var response = OrgPage.response("application/json", body)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["ETag"] = tag
    return response
  }

  /// FNV-1a (Fowler, Noll and Vo): tells one state of the page from another.
  private static func digest(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  private static func response(_ type: String, _ text: String) -> HTTPResponse {
    response(type, Array(text.utf8))
  }

  private static func response(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": type, "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
          + "connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
          + "frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
        // With none at all, a browser hides where a form of the page itself comes from.
        "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
      ], body: .bytes(bytes))
  }

  /// What a browser is shown that opens the link of a mail; any other answer as it is.
  func readable(_ response: HTTPResponse, to request: HTTPRequest, _ org: Org) -> HTTPResponse {
    guard request.method == .get, case .json(let json) = response.body,
      org.isMailLink(request.url.description),
      request.headers["Accept"]?.contains("text/html") == true
    else { return response }
    let number = control.messageNumber(ofLinkQuery: request.url.query)
    let page = LinkedPage(json, message: number, guardWord: guardWord)
    var readable = OrgPage.response("text/html; charset=utf-8", page.document.markup)
    readable.status = response.status
    return readable
  }

  // MARK: What is done

  /// The most bytes of a form of the page.
  private static let formBytesMax = 1024

  /// Does what a form of the page asks for.
  ///
  /// - Parameters:
  ///   - request: The form.
  ///   - anchor: The part of the page that shows it.
  ///   - action: Does it, and gives what is answered where it can't be done.
  /// - Returns: The page at that part, where it was done.
  private func act(
    _ request: HTTPRequest, anchor: String, _ action: ([FormPair]) -> HTTPResponse?
  ) -> HTTPResponse {
    guard request.headers["Sec-Fetch-Site"] != "none", CrossOrigin.isOwn(request) else {
      return .plain(403, "Only the page of this org itself may do that.")
    }
    guard case .bytes(let bytes) = request.body, bytes.count <= OrgPage.formBytesMax,
      let form = FormEncoding.decode(bytes)
    else { return .plain(400, "That is no form of the page.") }
    guard value("guard", form) == guardWord else {
      return .plain(403, "The page is from an earlier start of the server: load it again.")
    }
    return action(form)
      ?? HTTPResponse(
        status: 303, headers: ["Location": "/#\(anchor)", "Cache-Control": "no-store"])
  }

  /// What is answered where something can't be done any more.
  private static func inTime(_ isDone: Bool) -> HTTPResponse? {
    guard !isDone else { return nil }
    return .plain(409, "It is too late for that: somebody was faster, or its time is over.")
  }

  private func value(_ name: String, _ form: [FormPair]) -> String? {
    form.first { $0.name == name }?.value
  }

  /// Adds a fault; who sent it from a page without script gets the page again, with what is wrong.
  private func addFault(
    _ form: [FormPair], _ request: HTTPRequest, _ org: Org
  ) -> HTTPResponse? {
    guard let refused = FaultForm(form).add(to: control) else { return nil }
    guard request.headers["Accept"]?.contains("text/html") == true else {
      return .plain(400, refused.problem)
    }
    var page = document(org, refused: refused)
    page.status = 400
    return page
  }

  private func answerPush(_ form: [FormPair]) -> Bool {
    guard let number = value("sign-in", form).flatMap({ Int($0) }),
      let answer = value("answer", form), ["approve", "deny"].contains(answer)
    else { return false }
    return control.answerPush(of: number, approves: answer == "approve") == .done
  }

  private func openLink(_ form: [FormPair]) -> Bool {
    guard let number = value("message", form).flatMap({ Int($0) }) else { return false }
    return control.openLink(ofMessage: number, agrees: value("answer", form) != "deny")
  }
}
