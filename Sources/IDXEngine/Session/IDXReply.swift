import FlowEngine
import FlowHTTP

/// A server's answer: a page, an OAuth object, or one of several kinds of error.
struct IDXReply: Sendable {
  let status: Int
  /// The name of the request, for failures.
  let what: String
  private let content: Content
  private let headers: HTTPHeaders
  private let now: Duration

  /// The content of a body.
  private enum Content {
    case json(JSON)
    case empty
    case faulty(JSONFailure)
    case form
  }

  init(_ response: HTTPResponse, to what: String, now: Duration) {
    status = response.status
    self.what = what
    headers = response.headers
    size = if case .bytes(let bytes) = response.body { bytes.count } else { 0 }
    self.now = now
    content = Self.content(of: response.body)
  }

  /// The wait that the server requests, computed only when needed, because every answer has limits.
  var retryAfter: Duration? { RetryAfter.duration(in: headers, status: status, now: now) }

  /// How long the answer may be used again (RFC 9111, sections 4.2 and 5.2.2).
  var freshness: Duration {
    let directives = (headers["Cache-Control"] ?? "").lowercased().split(separator: ",")
      .map { $0.filter { $0 != " " } }
    if directives.contains("no-store") || directives.contains("no-cache") { return .zero }
    for directive in directives where directive.hasPrefix("max-age=") {
      guard let seconds = Int64(directive.dropFirst("max-age=".count)), seconds >= 0 else {
        return .zero
      }
      return min(.seconds(seconds), IDXReply.freshnessMax)
    }
    return IDXReply.usualFreshness
  }

  /// The maximum time, so that a mistake of a server ends.
  private static let freshnessMax = Duration.seconds(86_400)
  /// The time for an answer that states none.
  private static let usualFreshness = Duration.seconds(600)

  /// The facts about the policy decision that a simulated org reports.
  var decision: [Fact] { Decision.facts(in: headers) }

  /// Whether the server asks to wait, and has not processed the request.
  ///
  /// See RFC 6585, section 4, and RFC 9110, section 15.6.4.
  var asksToWait: Bool { status == 429 || status == 503 }

  /// The nonce that the server requires in a proof (RFC 9449, sections 8 and 9); `nil` if the answer
  /// isn't a request for one.
  var requiredNonce: String? {
    guard [400, 401].contains(status), let nonce = headers["DPoP-Nonce"], !nonce.isEmpty else {
      return nil
    }
    let error: String? = if case .json(let json) = content { json["error"]?.string } else { nil }
    let code = "use_dpop_nonce"
    guard error == code || headers["WWW-Authenticate"]?.contains(code) == true else { return nil }
    return nonce
  }

  /// The size of the answer in bytes; zero in process, because the answer isn't serialized.
  let size: Int

  /// Whether the answer has Okta's request id; an answer that a proxy makes doesn't.
  private var isFromOkta: Bool { headers["x-okta-request-id"] != nil }

  private static func content(of body: HTTPBody) -> Content {
    switch body {
    case .none: return .empty
    case .json(let json): return .json(json)
    case .form: return .form
    case .bytes(let bytes):
      if bytes.isEmpty { return .empty }
      do throws(JSONFailure) { return .json(try JSON(parsing: bytes)) } catch {
        return .faulty(error)
      }
    }
  }

  /// The page in the answer, with any status, because a 4xx with a page is a step.
  ///
  /// - Returns: The whole document.
  /// - Throws: `EngineFailure` if the answer has no page, and `expired` if the page reports that
  ///   the transaction has expired.
  func page() throws(EngineFailure) -> JSONObject {
    guard status < 500, !(300..<400).contains(status), case .json(.object(let object)) = content,
      Self.isPage(object)
    else { throw failure() }
    return object
  }

  /// The members of a successful OAuth answer.
  ///
  /// - Returns: The whole object.
  /// - Throws: `EngineFailure` if the answer is an error, even with status 200.
  func success() throws(EngineFailure) -> JSONObject {
    guard (200..<300).contains(status), case .json(.object(let object)) = content,
      object["error"] == nil
    else { throw failure() }
    return object
  }

  /// Throws if the status isn't a success; the content is ignored.
  ///
  /// - Throws: `EngineFailure`.
  func done() throws(EngineFailure) {
    guard (200..<300).contains(status) else { throw failure() }
  }

  /// The handle in a refused `interact` answer, with which the transaction continues; `nil` if
  /// there is no handle.
  var interactionHandle: String? {
    guard case .json(let json) = content, json["error"]?.string == "interaction_required" else {
      return nil
    }
    return json["interaction_handle"]?.string
  }

  /// Whether an object is a page, because it has one of the members of a page.
  static func isPage(_ object: JSONObject) -> Bool {
    object.members.contains { member in
      switch member.name {
      case "remediation", "messages", "stateHandle", "successWithInteractionCode", "cancel",
        "intent", "version", "currentAuthenticator":
        true
      default: false
      }
    }
  }

  // MARK: Failures

  private func failure() -> EngineFailure {
    switch status {
    case 300..<400:
      return EngineFailure(
        .refused, "the server answers \(what) with a redirect, which isn't followed",
        help: "check the issuer: requests with credentials go only to it", status: status)
    case 500...:
      return EngineFailure(
        .failed, "the server failed at \(what) (HTTP \(status))",
        help: "try again later", status: status, retryAfter: retryAfter)
    default: break
    }
    switch content {
    case .json(.object(let object)):
      if let failure = described(object) { return failure }
      guard status != 429 else { return limited("the server asks to wait at \(what)") }
      return EngineFailure(
        .malformed, "the answer to \(what) is JSON, but not from the Identity Engine",
        status: status)
    case .json(let json):
      return bare("the answer to \(what) is \(json.kindName) instead of an object")
    case .empty: return bare("the answer to \(what) is empty")
    case .form: return bare("the answer to \(what) is a form instead of JSON")
    case .faulty(let failure) where failure.reason == .repeatedName:
      return bare("the answer to \(what) can't be trusted: \(failure)")
    case .faulty(let failure):
      return bare("the answer to \(what) is not JSON: \(failure)")
    }
  }

  /// The failure for an answer whose content doesn't describe the failure.
  private func bare(_ message: String) -> EngineFailure {
    switch status {
    case 429: return limited("the server asks to wait at \(what)")
    case 403 where !isFromOkta:
      return EngineFailure(
        .refused, "\(what) was refused (HTTP 403), and not by the Identity Engine",
        help: "there may be a proxy or a firewall in between", status: status)
    case 401, 403:
      return EngineFailure(.refused, "\(what) was refused (HTTP \(status))", status: status)
    default:
      return EngineFailure(.malformed, message, help: "check the issuer", status: status)
    }
  }

  private func limited(_ message: String) -> EngineFailure {
    EngineFailure(
      .limited, message, help: "wait before the next request", status: status,
      retryAfter: retryAfter)
  }

  /// The failure that the content describes: OAuth (RFC 6749, section 5.2), Okta's API, or a
  /// gateway.
  ///
  /// The result is `nil` if the content doesn't describe a failure.
  private func described(_ object: JSONObject) -> EngineFailure? {
    var help: String?
    var refusal: Message?
    let message: String
    if let error = object["error"]?.string {
      let text = object["error_description"]?.string ?? object["message"]?.string
      message = text.map { "\(error): \($0)" } ?? error
      if status == 403, !isFromOkta, object["error_description"] == nil {
        help = "there may be a proxy or a firewall in between"
      } else {
        refusal = Message(.error, text ?? error, key: error)
      }
    } else if let summary = object["errorSummary"]?.string {
      let code = object["errorCode"]?.string
      message = code.map { "\(summary) (\($0))" } ?? summary
      refusal = Message(.error, summary, key: code)
    } else if let code = object["errorCode"]?.string {
      message = code
    } else if status >= 400, let text = object["message"]?.string {
      message = text
    } else {
      return nil
    }
    if status == 429 { return limited("the server asks to wait at \(what): \(message)") }
    return EngineFailure(
      .refused, "\(what) was refused: \(message)", help: help, status: status, refusal: refusal)
  }
}
