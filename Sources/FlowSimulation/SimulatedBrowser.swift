import FlowEngine
import OktaSimulator

/// The browser of a simulated org, which nobody has to look at.
struct SimulatedBrowser: Sendable {
  private let server: OrgServer

  /// A redirect that leads out of the org.
  private struct Nowhere: Error {}

  init(_ server: OrgServer) { self.server = server }

  /// Follows a redirect.
  ///
  /// - Returns: The address at which the browser arrives.
  @Sendable func follow(_ redirect: Redirect) async throws -> Secret {
    guard let address = server.browse(redirect.address) else { throw Nowhere() }
    return address
  }
}
