import FlowCrypto
import FlowEngine
import FlowHTTP
public import FlowSignIn
import OktaSimulator
import FlowLock

extension SimulatedOrg {
  /// A simulated org that answers over HTTP on this machine, for UI tests and for other clients.
  ///
  /// The org's own runs and the clients share its users, sessions and messages.
  public final class Service: Sendable {
    /// The issuer, such as `http://127.0.0.1:50321/oauth2/default`.
    public let issuer: String
    /// The id of the org's client.
    public let clientID: String
    /// The redirect URI of the org's client.
    public let redirectURI: String
    private let listener: HTTPServer

    fileprivate init(_ org: SimulatedOrg, port: Int) throws(SignInFailure) {
      let server = org.server
      let signing: Org
      do throws(CryptoFailure) {
        signing = try server.org.signing()
      } catch {
        throw .configuration(
          "ID tokens can't be signed: \(error)", help: "install OpenSSL's library")
      }
      do throws(HTTPServer.Unbound) {
        listener = try HTTPServer(host: Service.host, port: port) { port in
          let served = signing.at(Service.issuer(port))
          return { Service.answer($0, served, server) }
        }
      } catch {
        throw .configuration(
          "the org can't be served at port \(port): \(error.message)",
          help: "use port 0, which is a free one")
      }
      issuer = Service.issuer(listener.port).description
      clientID = org.client.id
      redirectURI = org.client.redirectURI
    }

    deinit { listener.stop(grace: .zero) }

    /// Stops accepting requests, and waits for the requests in progress.
    public func stop() { listener.stop() }

    /// Returns the configuration of an app that signs in over HTTP.
    ///
    /// - Parameters:
    ///   - scopes: The scopes to request.
    ///   - timeout: The maximum time of a run, without the time for the user's answers. This is
    ///     real time, so a busy machine may need more.
    /// - Returns: The configuration.
    /// - Throws: `SignInFailure.configuration` if a scope is invalid.
    public func configuration(
      scopes: [String] = ["openid", "profile"],
      timeout: Duration = SignInConfiguration.usualTimeout
    ) throws(SignInFailure) -> SignInConfiguration {
      try SignInConfiguration(
        issuer: issuer, clientID: clientID, redirectURI: redirectURI, scopes: scopes,
        timeout: timeout)
    }

    private static let host = "127.0.0.1"

    private static func issuer(_ port: Int) -> HTTPURL {
      HTTPURL(scheme: .http, host: host, port: port, path: Org.inProcessIssuer.path)
    }

    private static func answer(
      _ request: HTTPRequest, _ org: Org, _ server: OrgServer
    ) -> HTTPAnswer {
      // A foreign page whose host name resolves to this machine must not read the answers.
      guard request.url.host == host else {
        return HTTPAnswer(HTTPResponse(status: 421, headers: [:], body: .none))
      }
      return server.deliver(request, as: org).answer
    }
  }

  /// Serves the org on this machine.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: The service, which ends with `stop`, or when it is released.
  /// - Throws: `SignInFailure.configuration` if the port can't be used.
  public func serve(port: Int = 0) throws(SignInFailure) -> Service {
    try Service(self, port: port)
  }
}
