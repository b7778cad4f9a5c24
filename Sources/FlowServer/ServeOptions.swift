import FlowEngine
package import FlowHost
import FlowTerminal
package import OktaSimulator
import FlowSyntax
package import FlowHTTP

/// The options of a served org, validated.
package struct ServeOptions {
  /// The org.
  package var org = OrgChoice()
  /// The port; 0 for a free one.
  package var port = defaultPort
  /// The listening address; `localhost` for both loopback addresses.
  package var host = "localhost"
  /// The issuer for every client; `nil` for the address that the client uses.
  package var issuer: HTTPURL?
  /// The seed that makes codes and handles predictable; `nil` for unpredictable ones.
  package var seed: UInt64?
  /// The faults of the org, in addition to its settings.
  package var faults: [OktaSimulator.Fault] = []
  /// The files for TLS; `nil` for plain http.
  package var tls: TLSFiles?
  package var isJSON = false

  /// The default port, which common services don't use.
  package static let defaultPort = 8090

  /// The path of the default issuer, as at a real engine.
  package static let issuerPath = "/oauth2/default"

  /// The scheme for clients.
  var scheme: HTTPURL.Scheme { tls == nil ? .http : .https }

  /// Whether other machines can reach it.
  package var isOpenToOthers: Bool { !HTTPURL(scheme: .http, host: host, path: "/").isLoopback }

  /// Creates options for the built-in org, at the default port of this machine.
  package init() {}
}
