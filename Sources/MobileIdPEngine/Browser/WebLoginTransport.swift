import FlowEngine
public import FlowHTTP
import Synchronization

/// Carries requests to a real authorization server, whose pages a user sees in an app's browser.
///
/// The apps of this engine read the JSON pages of a simulated server, but a real server's pages are
/// for browsers. So a browser opens the pages of an app's web view, and the app receives only the
/// address of the arrival: the callback with a code or an error. Other requests are sent unchanged:
/// token requests, and the bridge that turns an access token into a browser's session.
///
/// Then login and approval aren't steps. The user closes a page from which there is no next step,
/// such as when the `web` scope is missing (K5).
public final class WebLoginTransport: Transport {
  private let base: any Transport
  private let login: WebLogin
  private let limit: Duration
  private let bridges = Mutex(Bridges())

  /// The sessions that the bridge has created and no browser has opened.
  private struct Bridges {
    /// The target of a front door, by its address.
    var targets: [HTTPURL: HTTPURL] = [:]
    /// The front door that is opened instead of an authorize address.
    var doors: [HTTPURL: HTTPURL] = [:]
  }

  /// The number of sessions that are remembered: a run uses one at a time.
  private static let bridgesMax = 64

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - base: Carries the requests that no browser opens.
  ///   - limit: The time limit of a user for a page.
  ///   - login: Shows a page.
  public init(base: any Transport, limit: Duration, login: @escaping WebLogin) {
    self.base = base
    self.limit = limit
    self.login = login
  }

  /// Sends a request, or shows its page.
  ///
  /// The request's own time limit is for a server, not for a user, and is ignored for a page.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if request.method == .get, let target = passed(request.url) {
      // An app goes from the front door directly to its target.
      return HTTPResponse(status: 302, headers: ["Location": target.description])
    }
    if let callback = WebLoginTransport.callback(ofPage: request) {
      let door = bridges.withLock { $0.doors.removeValue(forKey: request.url) }
      return try await show(door ?? request.url, until: callback)
    }
    let response = try await base.send(request)
    if request.url.path == EndpointPath.bridge { remember(request, response) }
    return response
  }

  // MARK: The bridge

  private func remember(_ request: HTTPRequest, _ response: HTTPResponse) {
    guard case .form(let pairs) = request.body, response.status == 200,
      let path = pairs.first(where: { $0.name == "redirect_uri" })?.value,
      let target = HTTPURL(request.url.origin + path),
      let door = TokenAnswer.json(response)?["frontdoor_uri"]?.string.flatMap({ HTTPURL($0) })
    else { return }
    bridges.withLock { bridges in
      if bridges.targets.count >= WebLoginTransport.bridgesMax { bridges.targets = [:] }
      bridges.targets[door] = target
    }
  }

  /// The target of a front door; the door is opened when the target is to be shown.
  private func passed(_ url: HTTPURL) -> HTTPURL? {
    bridges.withLock { bridges in
      guard let target = bridges.targets.removeValue(forKey: url) else { return nil }
      if bridges.doors.count >= WebLoginTransport.bridgesMax { bridges.doors = [:] }
      bridges.doors[target] = url
      return target
    }
  }

  /// The callback of a page that a browser shows for a request; `nil` if the request doesn't have a
  /// page.
  static func callback(ofPage request: HTTPRequest) -> CallbackURI? {
    guard request.method == .get, request.url.path == EndpointPath.authorize else { return nil }
    return FormEncoding.decode(Array((request.url.query ?? "").utf8))?
      .first { $0.name == "redirect_uri" }.flatMap { CallbackURI($0.value) }
  }

  // MARK: The browser

  private func show(
    _ url: HTTPURL, until callback: CallbackURI
  ) async throws(TransportFailure) -> HTTPResponse {
    let page = WebPage(address: Secret(url.description), callback: callback)
    switch await arrival(of: page) {
    case .arrived(let address):
      guard address.reveal().utf8.starts(with: callback.text.utf8) else {
        throw .malformed("the browser did not arrive at the callback")
      }
      return HTTPResponse(status: 302, headers: ["Location": address.reveal()])
    case .closed:
      let mark = callback.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      let error = ErrorMessage.Code.userCancelled.rawValue
      return HTTPResponse(
        status: 302, headers: ["Location": "\(callback.text)\(mark)error=\(error)"])
    case .failed(let type):
      // The message of the error may contain the page's address.
      throw .dropped("the app's browser has failed (\(type))")
    case .late: throw .timedOut(limit)
    case .cancelled: throw .cancelled
    }
  }

  private enum End: Sendable {
    case arrived(Secret)
    case closed
    case failed(String)
    case late
    case cancelled
  }

  /// Waits for the browser, for a cancellation or for the end of the time, even if the app's code
  /// doesn't return.
  private func arrival(of page: WebPage) async -> End {
    let waited = await leavingBehind(at: .now + limit) { [login] () async -> End in
      do { return .arrived(try await login(page)) } catch is CancellationError {
        return .closed
      } catch {
        return .failed("\(type(of: error))")
      }
    }
    return switch waited {
    case .done(let end): end
    case .late: .late
    case .cancelled: .cancelled
    }
  }
}
