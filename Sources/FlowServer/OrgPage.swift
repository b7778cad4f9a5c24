import FlowEngine
import OktaSimulator
import FlowHTTP

/// The page of a served org and its parts, by path.
///
/// It shows codes, which is its purpose, but no passwords, tokens or handles. It loads nothing from
/// elsewhere, other origins can't frame or read it, and its actions require a word that only the
/// page has.
struct OrgPage: Sendable {
  /// The style of the page: one column on a phone, two on a wide screen, light or dark like the
  /// system.
  private static let style = PagePalette.text + "\n" + Resources.pageCss

  private let control: OrgControl
  private let guardWord: String

  init(_ control: OrgControl, guardWord: String) {
    self.control = control
    self.guardWord = guardWord
  }

  /// Answers a request for the page, a part of it or one of its actions; `nil` for any other
  /// request.
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

  /// Returns the changing parts of the page for its script; nothing if they haven't changed.
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

  /// FNV-1a (Fowler, Noll and Vo): a digest that identifies a state of the page.
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
        // With `no-referrer`, browsers hide the origin of the page's own forms.
        "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
      ], body: .bytes(bytes))
  }

  /// Returns the page for a browser that opens the link of an email; any other answer unchanged.
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

  /// The most bytes of a form of the page.
  private static let formBytesMax = 1024

  /// Performs the action of a form.
  ///
  /// - Parameters:
  ///   - request: The form.
  ///   - anchor: The part of the page with the form.
  ///   - action: Performs the action, and returns an answer if that isn't possible.
  /// - Returns: The page at that part, if the action was performed.
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

  /// Returns the answer for an action that isn't possible any more; `nil` if it was performed.
  private static func inTime(_ isDone: Bool) -> HTTPResponse? {
    guard !isDone else { return nil }
    return .plain(409, "It is too late for that: it was already done, or has expired.")
  }

  private func value(_ name: String, _ form: [FormPair]) -> String? {
    form.first { $0.name == name }?.value
  }

  /// Adds a fault.
  ///
  /// A browser without the script receives the whole page again, with the problem.
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
