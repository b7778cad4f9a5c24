import OktaSimulator
import FlowHTTP
import Synchronization

/// The addresses that an org is served at: its tokens and pages name the one that a client uses.
///
/// A request for another host is not answered. A page of somebody else's whose name leads here could
/// read every answer otherwise, as of its own origin (DNS rebinding).
final class OrgAddresses: Sendable {
  /// The names that lead here, and what is said of them.
  struct Names: Sendable {
    /// The issuer; its host and port are those of this machine's own name unless it `isFixed`.
    var issuer: HTTPURL
    /// Whether every client is told this issuer, whatever it called the org.
    var isFixed: Bool
    /// The host that is listened at.
    var host: String
    /// Whether other machines reach the org, by whatever address.
    var isOpenToOthers: Bool
  }

  /// How many different names and ports are kept: each has its constant pages.
  static let namesMax = 32

  private let names: Names
  private let first: Org
  /// At the usual names of this machine: looked up without waiting for anybody.
  private let usual: [(host: String, org: Org)]
  private let others = Mutex<[String: Org]>([:])

  /// - Parameters:
  ///   - org: The org, at whatever address.
  ///   - names: The names that lead here.
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

  /// The org at the address of a request; `nil` where that is not its own.
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
      // One that is used again is made again.
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
    // An address is nobody's name: only names can be made to lead here.
    return names.isOpenToOthers && isAddress(url.host)
  }

  private func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
