import FlowEngine
public import FlowHTTP
import FlowLock

/// Carries requests to a real authorization server, and shows its pages in an app's browser.
///
/// The apps of this engine read the JSON pages of a simulated server, but a real server's pages are
/// for browsers. So a browser shows each page of the authorize endpoint, and the app receives only
/// the address at which the browser arrives: the callback with a code or an error. The transport
/// sends other requests unchanged: token requests, and the bridge request that exchanges an access
/// token for a browser session.
///
/// Login and approval then aren't steps of a script. If a page has no next step, for example
/// because the `web` scope is missing (K5), the user closes it.
public final class WebLoginTransport: Transport {
  private let base: any Transport
  private let login: WebLogin
  private let limit: Duration
  private let bridges = Mutex(Bridges())

  /// The browser sessions that the bridge has created and that no browser has opened yet.
  private struct Bridges {
    /// The target address of each front door, which is the one-time address of a session.
    var targets: [HTTPURL: HTTPURL] = [:]
    /// The front door to open instead of an authorize address, by the authorize address.
    var doors: [HTTPURL: HTTPURL] = [:]
  }

  /// The maximum number of unopened sessions to remember; a run uses one at a time.
  private static let bridgesMax = 64

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - base: Carries the requests that no browser opens.
  ///   - limit: The time that a user has for a page.
  ///   - login: Shows a page.
  public init(base: any Transport, limit: Duration, login: @escaping WebLogin) {
    self.base = base
    self.limit = limit
    self.login = login
  }

  /// Sends a request, or shows a page if the request is for the authorize endpoint.
  ///
  /// A page ignores the request's own time limit, because that limit is for a server.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if request.method == .get, let target = passed(request.url) {
      // The transport answers with a redirect, so that the app goes directly to the target.
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

  /// The target of a front door, or `nil` if the URL isn't a front door.
  ///
  /// The browser opens the front door later, when the app requests the target.
  private func passed(_ url: HTTPURL) -> HTTPURL? {
    bridges.withLock { bridges in
      guard let target = bridges.targets.removeValue(forKey: url) else { return nil }
      if bridges.doors.count >= WebLoginTransport.bridgesMax { bridges.doors = [:] }
      bridges.doors[target] = url
      return target
    }
  }

  /// The callback of the page that a request asks for; `nil` if a browser shows no page for it.
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
      // The error's message may contain the page's address.
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

  /// Waits until the browser arrives, the task is canceled or the time is over.
  ///
  /// The function returns in time even if the app's `login` closure doesn't return.
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
