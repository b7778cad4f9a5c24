#if canImport(Darwin)
import Foundation

/// Sends HTTP and HTTPS requests with `URLSession`, on Apple systems.
///
/// The transport doesn't follow redirects and doesn't store cookies, caches or credentials. An
/// exchange ends at its deadline.
public struct URLSessionTransport: Transport {
  private let limits: HTTPLimits
  private let session: URLSession

  /// Creates a transport without a connection.
  public init(limits: HTTPLimits = .standard) {
    self.limits = limits
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration)
  }

  /// Sends a request to any host.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let wire = try WireRequest(request)
    let timeout = request.timeout ?? limits.timeout
    guard let url = URL(string: wire.url.description) else {
      throw .malformed("the request's URL is invalid")
    }
    var message = URLRequest(url: url)
    message.httpMethod = wire.method.rawValue
    // The system's timer restarts with every received byte, so another timer enforces the deadline.
    message.timeoutInterval = TimeInterval(timeout.components.seconds + 1)
    message.httpBody = wire.body.isEmpty ? nil : Data(wire.body)
    for field in wire.headers.fields {
      message.addValue(field.value, forHTTPHeaderField: field.name)
    }
    let result = await withTaskGroup(of: Result<HTTPResponse, TransportFailure>.self) { group in
      group.addTask { [message] in await exchange(message, timeout: timeout) }
      group.addTask {
        do {
          try await Task.sleep(for: timeout)
          return .failure(.timedOut(timeout))
        } catch {
          return .failure(.cancelled)
        }
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw .cancelled }
    if case .failure(.cancelled) = result { throw .canceledBySystem }
    return try result.get()
  }

  private func exchange(
    _ message: URLRequest, timeout: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    do {
      let (bytes, answer) = try await session.bytes(for: message, delegate: RedirectRefusal())
      guard let answer = answer as? HTTPURLResponse else {
        return .failure(.malformed("the response isn't HTTP"))
      }
      var body: [UInt8] = []
      for try await byte in bytes {
        guard body.count < limits.bodyBytes else {
          bytes.task.cancel()
          return .failure(.bodyTooLarge(limits))
        }
        body.append(byte)
      }
      return .success(
        HTTPResponse(
          status: answer.statusCode, headers: URLSessionTransport.headers(of: answer),
          body: body.isEmpty ? .none : .bytes(body)))
    } catch let error as URLError {
      return .failure(URLSessionTransport.failure(of: error, timeout: timeout))
    } catch is CancellationError {
      return .failure(.cancelled)
    } catch {
      // The error isn't from URL loading, so the received data is unusable although the task isn't
      // canceled.
      return .failure(.dropped(error.localizedDescription))
    }
  }

  /// Returns the header fields with one line per cookie, because the system joins these lines.
  private static func headers(of answer: HTTPURLResponse) -> HTTPHeaders {
    var headers = HTTPHeaders()
    var joined: [String: String] = [:]
    for case let (name as String, value as String) in answer.allHeaderFields {
      joined[name] = value
      if !HTTPHeaders.same(name, "Set-Cookie") {
        headers.fields.append(HTTPHeaders.Field(name, value))
      }
    }
    guard let url = answer.url else { return headers }
    for cookie in HTTPCookie.cookies(withResponseHeaderFields: joined, for: url) {
      headers.fields.append(HTTPHeaders.Field("Set-Cookie", line(of: cookie)))
    }
    return headers
  }

  private static func line(of cookie: HTTPCookie) -> String {
    var line = "\(cookie.name)=\(cookie.value); Path=\(cookie.path)"
    // The system adds a leading dot if the cookie is also for subdomains.
    if cookie.domain.hasPrefix(".") { line += "; Domain=\(cookie.domain)" }
    if cookie.isSecure { line += "; Secure" }
    if let expiry = cookie.expiresDate {
      line += "; Max-Age=\(Int(min(expiry.timeIntervalSinceNow, 1e9).rounded(.up)))"
    }
    return line
  }

  private static func failure(of error: URLError, timeout: Duration) -> TransportFailure {
    let text = error.localizedDescription
    return switch error.code {
    case .cancelled: .cancelled
    case .timedOut: .timedOut(timeout)
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet:
      .unreachable(text)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      .insecure(text)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
      .cannotDecodeContentData, .dataLengthExceedsMaximum, .badURL, .unsupportedURL:
      .malformed(text)
    default: .dropped(text)
    }
  }
}

/// Makes a session return a redirect as the response, instead of following it.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
#endif
