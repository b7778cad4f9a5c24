import FlowText

/// The proxy that the environment sets for an address, parsed as curl does.
///
/// libcurl also reads the environment. This code reads it first, because libcurl quotes an invalid
/// setting, including the password. No error of this type quotes any part of a setting.
struct ProxySetting: Sendable, Hashable {
  /// The environment variable with the setting.
  let variable: String
  /// The proxy's host and port, which aren't secret.
  let place: String

  /// The supported schemes.
  private static let schemes: Set = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Returns the proxy for an address.
  ///
  /// - Parameters:
  ///   - url: The address of the request.
  ///   - variable: Returns the value of an environment variable.
  /// - Returns: The proxy; `nil` if the environment doesn't have one for the address.
  /// - Throws: `TransportFailure.unavailable` if the setting is invalid.
  static func find(
    for url: HTTPURL, in variable: (String) -> String?
  ) throws(TransportFailure) -> ProxySetting? {
    // For plain http only the lower-case name counts. A web server puts a request's header fields
    // into variables with upper-case names.
    let names =
      url.scheme == .https
      ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      : ["http_proxy", "all_proxy", "ALL_PROXY"]
    for name in names {
      guard let value = variable(name), !value.isEmpty else { continue }
      let spared = ["no_proxy", "NO_PROXY"].lazy.compactMap(variable).first { !$0.isEmpty }
      if spared == "*" { return nil }
      return try ProxySetting(name, value)
    }
    return nil
  }

  /// Parses a setting: `[SCHEME://][USER[:PASSWORD]@]HOST[:PORT]`.
  ///
  /// - Throws: `TransportFailure.unavailable`, whose text doesn't contain the setting.
  init(_ variable: String, _ value: String) throws(TransportFailure) {
    self.variable = variable
    var rest = Array(value.utf8)[...]
    let shape = TransportFailure.unavailable(
      "`\(variable)` isn't the address of a proxy: write it as http://USER:PASSWORD@HOST:PORT, and in "
        + "the user name and the password write / ? # @ % \\ and blanks percent-encoded, as %23 for #"
    )
    if let mark = value.firstRange(of: "://") {
      guard Self.schemes.contains(value[..<mark.lowerBound].lowercased()) else {
        guard value[..<mark.lowerBound].utf8.allSatisfy(ASCII.isLetterOrDigit) else { throw shape }
        throw .unavailable(
          "`\(variable)` names a proxy of an unknown scheme: it may be "
            + "http, https, socks4, socks4a, socks5 or socks5h")
      }
      rest = Array(value[mark.upperBound...].utf8)[...]
    }
    if rest.last == UInt8(ascii: "/") { rest.removeLast() }
    let marks = Array("/?#\\".utf8)
    guard rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !marks.contains($0) }) else { throw shape }
    let parts = rest.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let authority = parts.last,
      parts.count == 1 || Self.isEncoded(parts[0])
    else { throw shape }
    guard let (host, port) = Self.hostAndPort(authority) else { throw shape }
    if let port {
      guard !port.isEmpty, port.count <= 5, port.allSatisfy(ASCII.isDigit),
        let number = Int(String(decoding: port, as: UTF8.self)), 1...65_535 ~= number
      else {
        throw .unavailable(
          "the port of the proxy in `\(variable)` isn't a number from 1 to 65535")
      }
    }
    guard Self.isHost(host) else { throw shape }
    place = String(decoding: authority, as: UTF8.self)
  }

  /// The failure if the proxy can't be reached or refuses the request.
  var failure: TransportFailure {
    .unreachable(
      "the proxy \(place) of `\(variable)` can't be reached, or doesn't accept the request")
  }

  /// Whether each percent sign begins an escape.
  private static func isEncoded(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[(mark + 1)...]
      guard rest.count >= 2, rest.prefix(2).allSatisfy({ Hex.value(of: $0) != nil }) else {
        return false
      }
    }
    return true
  }

  /// Splits an authority into host and port; `nil` if a bracket isn't closed.
  private static func hostAndPort(
    _ authority: ArraySlice<UInt8>
  ) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?)? {
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let rest = authority[(end + 1)...]
      if rest.isEmpty { return (authority, nil) }
      return rest.first == UInt8(ascii: ":") ? (authority[...end], rest.dropFirst()) : nil
    }
    guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return (authority, nil) }
    return (authority[..<colon], authority[(colon + 1)...])
  }

  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    guard host.first == UInt8(ascii: "[") else {
      return !host.isEmpty
        && host.allSatisfy { ASCII.isLetterOrDigit($0) || "-._".utf8.contains($0) }
    }
    let inner = host.dropFirst().dropLast()
    return !inner.isEmpty
      && inner.allSatisfy { Hex.value(of: $0) != nil || ":.%".utf8.contains($0) }
  }
}
