import FlowEngine
package import FlowHost
import FlowTerminal
package import OktaSimulator
import FlowSyntax
package import FlowHTTP

/// The validated options of a served org.
package struct ServeOptions {
  /// The org.
  package var org = OrgChoice()
  /// The port; 0 for any free port.
  package var port = defaultPort
  /// The address to listen at; `localhost` means both loopback addresses.
  package var host = "localhost"
  /// The issuer for all clients; `nil` for the address that each client uses.
  package var issuer: HTTPURL?
  /// The seed that makes codes and handles predictable; `nil` for unpredictable codes and handles.
  package var seed: UInt64?
  /// The faults in addition to the faults in the org's settings.
  package var faults: [OktaSimulator.Fault] = []
  /// The files for TLS; `nil` for plain http.
  package var tls: TLSFiles?
  /// The service app that may read the management API; `nil` for none.
  package var serviceApp: ServedServiceApp?
  package var isJSON = false

  /// The default port, which no common service uses.
  package static let defaultPort = 8090

  /// The path of the default issuer, as in real Identity Engine orgs.
  package static let issuerPath = Org.inProcessIssuer.path

  /// The scheme with which clients connect.
  var scheme: HTTPURL.Scheme { tls == nil ? .http : .https }

  /// Whether other machines can reach the org.
  package var isOpenToOthers: Bool { !HTTPURL(scheme: .http, host: host, path: "/").isLoopback }

  /// Creates options for the built-in org, at the default port of this machine.
  package init() {}
}
