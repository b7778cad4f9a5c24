package import FlowEngine
import OktaSimulator

/// The browser of a simulated org, which nobody has to look at.
package enum SimulatedBrowser {
  /// A redirect that leads out of the org.
  private struct Nowhere: Error {}

  /// Finds what follows the redirects of a run.
  ///
  /// - Parameter inbox: the inbox of the counterpart, which a simulated org is itself.
  /// - Returns: what follows them; `nil` where the counterpart is no simulated org.
  package static func of(
    _ inbox: (any Inbox)?
  ) -> (@Sendable (Redirect) async throws -> Secret)? {
    guard let server = inbox as? OrgServer else { return nil }
    return { redirect in
      guard let address = server.browse(redirect.address) else { throw Nowhere() }
      return address
    }
  }
}
