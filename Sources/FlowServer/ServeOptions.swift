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
  /// The address that is listened at; `localhost` for both of this machine's own.
  package var host = "localhost"
  /// The issuer that every client is told; `nil` for the address that it uses.
  package var issuer: HTTPURL?
  /// Makes codes and handles repeatable, and so predictable; `nil` for unpredictable ones.
  package var seed: UInt64?
  /// What the org does wrong, beside what its settings say.
  package var faults: [OktaSimulator.Fault] = []
  /// What is served over TLS with; `nil` for plain http.
  package var tls: TLSFiles?
  package var isJSON = false

  /// The default port, which no common service uses.
  package static let defaultPort = 8090

  /// The path of the default issuer, as at a real engine.
  package static let issuerPath = "/oauth2/default"

  /// How clients speak to it.
  var scheme: HTTPURL.Scheme { tls == nil ? .http : .https }

  /// Whether other machines can reach it.
  package var isOpenToOthers: Bool { !HTTPURL(scheme: .http, host: host, path: "/").isLoopback }

  /// The built-in org, at the default port of this machine.
  package init() {}
}
