package import FlowDiagnostics
package import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
package import FlowInterpreter
import FlowScript
package import FlowSyntax
package import OktaSimulator

/// Builds the simulated orgs of the usual engine that a program describes.
package enum SimulatedOrgs {
  /// Reads the settings of an org of the usual engine.
  ///
  /// - Parameters:
  ///   - org: the org as it is written.
  ///   - sources: where the values in its settings come from.
  ///   - keyring: gets the passkeys of its users.
  /// - Returns: the org, `nil` where it can't be made, and what is wrong with it.
  package static func build(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources, keyring: Keyring
  ) -> (org: OktaSimulator.Org?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let (built, problems) = OktaSimulator.Org.build(
      name: org.script.text(org.node.name), settings: settings
    ) { (name, handle) throws(CryptoFailure) in
      let passkey = try keyring.makeEnrolled(
        name, relyingParty: OktaSimulator.Org.inProcessIssuer.host, userHandle: handle)
      return OktaSimulator.Org.EnrolledPasskey(
        credential: passkey.credential, key: try P256.PublicKey(point: passkey.publicKey))
    }
    return (built, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }
}
