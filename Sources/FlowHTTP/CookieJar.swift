/// The cookies of one sign-in (RFC 6265), by host and path.
///
/// The jar has no list of public suffixes, because it lasts for one sign-in with the servers of one
/// issuer. Its description lists the cookies' names and shows no value.
public struct CookieJar: Sendable, Hashable {
  /// The maximum size of a name and value together, which is the minimum that section 6.1 requires.
  static let cookieBytesMax = 4_096
  /// The maximum number of cookies for all hosts; the oldest are removed first.
  ///
  /// Section 6.1 requires 50 per host.
  static let countMax = 150

  private var cookies: [Cookie] = []

  /// Creates an empty jar.
  public init() {}

  /// Stores or removes cookies as a response requests, if its server may set them.
  ///
  /// - Parameters:
  ///   - response: The response with its `Set-Cookie` lines.
  ///   - url: The URL of the request.
  ///   - now: The time since the start of 1970, UTC.
  public mutating func store(from response: HTTPResponse, of url: HTTPURL, now: Duration) {
    if !cookies.isEmpty { cookies.removeAll { $0.hasExpired(at: now) } }
    for line in response.headers.all("Set-Cookie") {
      guard let cookie = Cookie(line: line, of: url, now: now) else { continue }
      let index = cookies.firstIndex { $0.isSame(as: cookie) }
      switch (index, cookie.hasExpired(at: now)) {
      case (let index?, true): cookies.remove(at: index)
      case (let index?, false): cookies[index] = cookie
      case (nil, true): break
      case (nil, false):
        if cookies.count == CookieJar.countMax { cookies.removeFirst() }
        cookies.append(cookie)
      }
    }
  }

  /// Adds a cookie that the client itself sets, for all paths of one host.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - value: The value of the cookie.
  ///   - url: An address of the host.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: Whether the cookie is valid. White space, special characters of the syntax and
  ///   non-ASCII letters make it invalid (section 4.1.1).
  public mutating func set(
    _ name: String, _ value: String, for url: HTTPURL, now: Duration
  ) -> Bool {
    let marks = Array("\",;\\".utf8)
    guard !value.isEmpty,
      value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !marks.contains($0) })
    else { return false }
    let line = HTTPHeaders.Field("Set-Cookie", "\(name)=\(value); Path=/")
    remove(named: name)
    store(
      from: HTTPResponse(status: 200, headers: HTTPHeaders(fields: [line])), of: url, now: now)
    return cookies.contains { $0.name == name }
  }

  /// Returns the value of a request's `Cookie` header (section 5.4); `nil` if no cookie matches.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - now: The time since the start of 1970, UTC.
  /// - Returns: The pairs, longer paths first.
  public func header(for url: HTTPURL, now: @autoclosure () -> Duration) -> String? {
    if cookies.isEmpty { return nil }
    let now = now()
    // The sort is stable: cookies with paths of the same length stay in order of creation.
    let sent = cookies.filter { !$0.hasExpired(at: now) && $0.goes(to: url) }
      .sorted { $0.path.utf8.count > $1.path.utf8.count }
    guard !sent.isEmpty else { return nil }
    return sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// The values of all cookies, for masking.
  public var values: [String] { cookies.map(\.value) }

  /// Removes the cookies with a name, for every host and path.
  public mutating func remove(named name: String) {
    cookies.removeAll { $0.name == name }
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookies' names.
  public var description: String { cookies.map(\.name).joined(separator: ", ") }
  /// The cookies' names.
  public var debugDescription: String { description }
  /// A mirror with only the cookies' names, so that a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
