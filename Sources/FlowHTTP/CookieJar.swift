/// The cookies of one transaction (RFC 6265), told apart by host and path.
///
/// There is no list of public suffixes: a jar lives as long as one sign-in and goes to the servers
/// of one issuer. Its description names the cookies and shows no value.
public struct CookieJar: Sendable, Hashable {
  /// The longest name and value together; section 6.1 wants at least so many.
  static let cookieBytesMax = 4_096
  /// The most cookies of all hosts, the oldest going first; section 6.1 wants 50 a host.
  static let countMax = 150

  private var cookies: [Cookie] = []

  /// Makes an empty jar.
  public init() {}

  /// Takes over the cookies that a response sets or ends, as far as its server may.
  ///
  /// - Parameters:
  ///   - response: the response with its `Set-Cookie` lines.
  ///   - url: the URL of the request that it answers.
  ///   - now: the time since the start of 1970, UTC.
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

  /// Puts a cookie of the client's own into the jar, for a host alone and all its paths.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - value: its value.
  ///   - url: an address of the host.
  ///   - now: the time since the start of 1970, UTC.
  /// - Returns: whether it could be: white space, marks of the syntax and letters beyond ASCII can't
  ///   (section 4.1.1).
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

  /// The value of the `Cookie` field of a request (section 5.4), `nil` where no cookie goes with
  /// it.
  ///
  /// - Parameters:
  ///   - url: where the request goes.
  ///   - now: the time since the start of 1970, UTC.
  /// - Returns: the pairs, those of longer paths first.
  public func header(for url: HTTPURL, now: @autoclosure () -> Duration) -> String? {
    if cookies.isEmpty { return nil }
    let now = now()
    // The sort keeps the order in which cookies of paths of one length were made.
    let sent = cookies.filter { !$0.hasExpired(at: now) && $0.goes(to: url) }
      .sorted { $0.path.utf8.count > $1.path.utf8.count }
    guard !sent.isEmpty else { return nil }
    return sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// The values of all cookies, for who must not show them.
  public var values: [String] { cookies.map(\.value) }

  /// Drops the cookies of a name, of every host and path.
  public mutating func remove(named name: String) {
    cookies.removeAll { $0.name == name }
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The cookies' names.
  public var description: String { cookies.map(\.name).joined(separator: ", ") }
  /// The cookies' names.
  public var debugDescription: String { description }
  /// The cookies' names: a dump shows no value.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
