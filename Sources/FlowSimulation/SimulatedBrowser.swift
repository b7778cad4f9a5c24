import FlowEngine
import FlowText
import OktaSimulator

/// A browser without a window, which follows redirects to a simulated org.
struct SimulatedBrowser: Sendable {
  private let server: OrgServer

  /// Makes a browser of an org.
  init(_ server: OrgServer) { self.server = server }

  /// Follows a redirect.
  ///
  /// - Returns: The address at which the browser arrives.
  /// - Throws: `PlainFailure` if the redirect leads to another server.
  @Sendable func follow(_ redirect: Redirect) async throws -> Secret {
    guard let address = server.browse(redirect.address) else {
      throw PlainFailure("the redirect leads out of the org")
    }
    return address
  }
}
