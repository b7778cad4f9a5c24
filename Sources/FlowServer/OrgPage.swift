import FlowEngine
import OktaSimulator
import FlowHTTP

/// The web page of a served org.
///
/// The page shows codes, which is its purpose, but no passwords, tokens or handles. It loads
/// nothing from other servers, and other origins can't frame or read it. Its forms contain a guard
/// word, without which no action is performed.
struct OrgPage: Sendable {
  /// The style: one column on a phone, two on a wide screen, and the system's light or dark mode.
  private static let style = PagePalette.text + "\n" + Resources.pageCss

  private let control: OrgControl
  private let guardWord: String

  init(_ control: OrgControl, guardWord: String) {
    self.control = control
    self.guardWord = guardWord
  }

  /// Answers a request for the page, a part of the page or an action.
  ///
  /// The result is `nil` for any other request.
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
    case (.options, _): return .plain(405, "Pages of other origins have no access here.")
    default: return .plain(404, "Not found: the page is at /.")
    }
  }

  // MARK: Content

  private func document(_ org: Org, refused: FaultSection.Refused? = nil) -> HTTPResponse {
    let sections = PageSections(control, org, guardWord: guardWord, refused: refused)
    return OrgPage.response("text/html; charset=utf-8", sections.document.markup)
  }

  /// Returns the parts of the page that change, for its script; nothing if they are unchanged.
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

  /// A FNV-1a hash (Fowler, Noll and Vo), which identifies a state of the page.
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
        // With `no-referrer`, browsers would hide the origin of the page's own forms.
        "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
      ], body: .bytes(bytes))
  }

  /// Returns a page instead of JSON if a browser opens the link of an email.
  ///
  /// Any other response is returned unchanged.
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

  // MARK: Actions

  /// The maximum size of a form in bytes.
  private static let formBytesMax = 1024

  /// Performs the action of a form.
  ///
  /// - Parameters:
  ///   - request: The request with the form.
  ///   - anchor: The id of the section that has the form.
  ///   - action: Performs the action, and returns a response if that isn't possible.
  /// - Returns: The response of `action`, or a redirect to the section.
  private func act(
    _ request: HTTPRequest, anchor: String, _ action: ([FormPair]) -> HTTPResponse?
  ) -> HTTPResponse {
    guard request.headers["Sec-Fetch-Site"] != "none", CrossOrigin.isOwn(request) else {
      return .plain(403, "Only the page of this org itself can do that.")
    }
    guard case .bytes(let bytes) = request.body, bytes.count <= OrgPage.formBytesMax,
      let form = FormEncoding.decode(bytes)
    else { return .plain(400, "That isn't a form of the page.") }
    guard value("guard", form) == guardWord else {
      return .plain(403, "The page is from an earlier start of the server: reload it.")
    }
    return action(form)
      ?? HTTPResponse(
        status: 303, headers: ["Location": "/#\(anchor)", "Cache-Control": "no-store"])
  }

  /// Returns a response if an action isn't possible any more; `nil` if it was performed.
  private static func inTime(_ isDone: Bool) -> HTTPResponse? {
    guard !isDone else { return nil }
    return .plain(409, "It is too late for that: it was already done, or has expired.")
  }

  private func value(_ name: String, _ form: [FormPair]) -> String? {
    form.first { $0.name == name }?.value
  }

  /// Adds a fault.
  ///
  /// If the fault is refused, a browser without the script receives the whole page with the
  /// problem.
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
