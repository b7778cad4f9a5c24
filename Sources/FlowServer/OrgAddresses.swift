import OktaSimulator
import FlowHTTP
import FlowLock

/// The addresses at which an org is served.
///
/// An org's tokens and pages contain the address that the client uses. Requests for other hosts
/// aren't answered. Otherwise a foreign page whose host name resolves to this machine could read
/// every answer as if it were of its own origin (DNS rebinding).
final class OrgAddresses: Sendable {
  /// The addresses of the org, and who can use them.
  struct Names: Sendable {
    /// The issuer.
    ///
    /// Unless `isFixed` is true, the host and the port are this machine's.
    var issuer: HTTPURL
    /// Whether every client gets this issuer, regardless of the address that the client uses.
    var isFixed: Bool
    /// The host of the listening address.
    var host: String
    /// Whether other machines can reach the org, at any address.
    var isOpenToOthers: Bool
  }

  /// The maximum number of names and ports to store, because each has its own constant pages.
  static let namesMax = 32

  private let names: Names
  private let first: Org
  /// The orgs at this machine's usual names, which are available without a lock.
  private let usual: [(host: String, org: Org)]
  private let others = Mutex<[String: Org]>([:])

  /// Creates the addresses.
  ///
  /// - Parameters:
  ///   - org: The org, with any address.
  ///   - names: The addresses of the org.
  init(_ org: Org, _ names: Names) {
    self.names = names
    let first = org.at(names.issuer)
    self.first = first
    guard !names.isFixed else {
      usual = []
      return
    }
    usual = ["localhost", "127.0.0.1", "::1"].map { host in
      var issuer = names.issuer
      issuer.host = host
      return (host, first.at(issuer))
    }
  }

  /// Returns the org with the address of a request; `nil` if the org isn't served at this address.
  func org(at url: HTTPURL) -> Org? {
    if url.port == names.issuer.port, url.host == names.issuer.host { return first }
    if url.port == names.issuer.port, let known = usual.first(where: { $0.host == url.host }) {
      return known.org
    }
    guard isOwn(url) else { return nil }
    guard !names.isFixed else { return first }
    let authority = HTTPURL(scheme: .http, host: url.host, port: url.port, path: "/").origin
    return others.withLock { others in
      if let known = others[authority] { return known }
      // A removed entry is created again when it is needed.
      if others.count >= OrgAddresses.namesMax, let old = others.keys.first { others[old] = nil }
      var issuer = names.issuer
      (issuer.host, issuer.port) = (url.host, url.port)
      let org = first.at(issuer)
      others[authority] = org
      return org
    }
  }

  private func isOwn(_ url: HTTPURL) -> Bool {
    if url.isLoopback || url.host == names.host || url.host == names.issuer.host { return true }
    // A name can be made to resolve to this machine, but an IP address can't.
    return names.isOpenToOthers && isAddress(url.host)
  }

  private func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
