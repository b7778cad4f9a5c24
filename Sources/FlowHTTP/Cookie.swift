import FlowText

/// One cookie with its attributes (RFC 6265, section 5.3).
struct Cookie: Sendable, Hashable {
  /// The maximum lifetime: 400 days, as in the successor's draft (RFC 6265bis, section 5.5).
  private static let lifeMax = 400 * 86_400

  let name: String
  let value: String
  /// The domain in lower case, without a leading dot.
  private(set) var domain: String
  /// Whether the cookie is sent only to `domain`, not to its subdomains.
  private(set) var isHostOnly = true
  private(set) var path: String
  private(set) var isSecure = false
  /// Whether the `Set-Cookie` line has a `Domain` or `Path` attribute.
  private var namesDomain = false
  private var namesPath = false
  private var maxAge: Int?
  /// The time of expiration since the start of 1970; `nil` if the cookie lasts as long as the jar.
  private(set) var expiry: Duration?

  /// Parses a `Set-Cookie` line (section 5.2); `nil` if the line sets no valid cookie.
  init?(line: String, of url: HTTPURL, now: Duration) {
    let bytes = Array(line.utf8)
    guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
      return nil
    }
    name = HTTPField.trimmed(pair[..<equals])
    value = HTTPField.trimmed(pair[equals...].dropFirst())
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= CookieJar.cookieBytesMax else {
      return nil
    }
    domain = url.host
    path = Cookie.defaultPath(of: url.path)
    for attribute in parts.dropFirst() {
      guard read(attribute, of: url) else { return nil }
    }
    if isSecure, !Cookie.isTrustworthy(url) { return nil }
    guard keepsPromise else { return nil }
    // `Max-Age` has priority over `Expires`, regardless of their order.
    if let maxAge { expiry = maxAge > 0 ? now + .seconds(maxAge) : .zero }
  }

  /// Whether the cookie fulfills the rules of its name's prefix (RFC 6265bis, section 4.1.3).
  ///
  /// `__Secure-` requires a secure cookie. `__Host-` also requires one host and the path `/`.
  private var keepsPromise: Bool {
    if hasPrefix("__host-") { return isSecure && !namesDomain && path == "/" && namesPath }
    return !hasPrefix("__secure-") || isSecure
  }

  private func hasPrefix(_ prefix: String) -> Bool {
    name.utf8.prefix(prefix.utf8.count).map(ASCII.lowered).elementsEqual(prefix.utf8)
  }

  /// Parses one attribute; returns `false` if it makes the whole cookie invalid.
  private mutating func read(_ attribute: ArraySlice<UInt8>, of url: HTTPURL) -> Bool {
    let equals = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
    // Computed only when needed, because most attributes have no value.
    var value: String { HTTPField.trimmed(attribute[equals...].dropFirst()) }
    switch HTTPField.trimmed(attribute[..<equals].map(ASCII.lowered)[...]) {
    case "domain": return take(domain: value, of: url)
    case "path":
      let value = value
      namesPath = true
      if value.utf8.first == UInt8(ascii: "/") { path = value }
    case "max-age": maxAge = Cookie.seconds(value) ?? maxAge
    case "expires": expiry = CookieDate.read(value) ?? expiry
    case "secure": isSecure = true
    default: break
    }
    return true
  }

  private mutating func take(domain value: String, of url: HTTPURL) -> Bool {
    var bytes = value.utf8.map(ASCII.lowered)[...]
    if bytes.first == UInt8(ascii: ".") { bytes.removeFirst() }
    guard !bytes.isEmpty else { return true }
    let named = String(decoding: bytes, as: UTF8.self)
    if named == url.host { return setDomain(named, isHostOnly: !Cookie.isName(named)) }
    // A cookie for a top-level domain, such as `com`, would be sent to strangers.
    guard bytes.contains(UInt8(ascii: ".")), Cookie.matches(host: url.host, domain: named) else {
      return false
    }
    return setDomain(named, isHostOnly: false)
  }

  private mutating func setDomain(_ domain: String, isHostOnly: Bool) -> Bool {
    namesDomain = true
    self.domain = domain
    self.isHostOnly = isHostOnly
    return true
  }

  func hasExpired(at now: Duration) -> Bool {
    expiry.map { $0 <= now } ?? false
  }

  /// Whether the other cookie has the same name, domain and path, so that one replaces the other.
  func isSame(as other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path
  }

  func goes(to url: HTTPURL) -> Bool {
    let isItsHost =
      isHostOnly ? url.host == domain : Cookie.matches(host: url.host, domain: domain)
    return isItsHost && matches(path: url.path) && (!isSecure || Cookie.isTrustworthy(url))
  }

  /// Whether a request's path matches the cookie's path (section 5.1.4).
  private func matches(path other: String) -> Bool {
    let mine = Array(path.utf8)
    let theirs = Array(other.utf8)
    return theirs.starts(with: mine)
      && (mine.count == theirs.count || mine.last == UInt8(ascii: "/")
        || theirs[mine.count] == UInt8(ascii: "/"))
  }

  /// Whether a host is the domain or one of its subdomains (section 5.1.3).
  private static func matches(host: String, domain: String) -> Bool {
    host == domain || isName(host) && host.hasSuffix(".\(domain)")
  }

  private static func isName(_ host: String) -> Bool {
    !host.utf8.contains(UInt8(ascii: ":")) && HostName.octets(Array(host.utf8)[...]) == nil
  }

  /// Whether a connection to the URL can't be intercepted: `https`, or this machine as in browsers.
  private static func isTrustworthy(_ url: HTTPURL) -> Bool {
    url.scheme == .https || url.isLoopback
  }

  /// Returns the path up to its last slash (section 5.1.4).
  private static func defaultPath(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard bytes.first == UInt8(ascii: "/"), let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
      slash > 0
    else { return "/" }
    return String(decoding: bytes[..<slash], as: UTF8.self)
  }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    if digits.count < text.utf8.count { return 0 }
    return min(Int(text) ?? lifeMax, lifeMax)
  }
}
