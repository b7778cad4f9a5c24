package import FlowDiagnostics
package import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
package import OktaSimulator

/// Builds a program's simulated orgs of the default engine.
package enum SimulatedOrgs {
  /// Makes an org of the default engine from its settings.
  ///
  /// - Parameters:
  ///   - org: The org's text.
  ///   - reading: The result of the check for the org; `nil` if there is none.
  ///   - sources: The sources of the values in the org's settings.
  ///   - keyring: Receives the passkeys of the org's users.
  /// - Returns: The org, or `nil` if it can't be made; and the problems.
  package static func build(
    _ org: Program.Located<FlowSyntax.Org>, _ reading: OrgReader.Reading? = nil,
    sources: ValueSources, keyring: Keyring
  ) -> (org: OktaSimulator.Org?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let make: OktaSimulator.Org.PasskeyMaker = { (name, handle) throws(CryptoFailure) in
      let passkey = try keyring.makeEnrolled(
        name, relyingParty: OktaSimulator.Org.inProcessIssuer.host, userHandle: handle)
      return OktaSimulator.Org.EnrolledPasskey(
        credential: passkey.credential, key: try P256.PublicKey(point: passkey.publicKey))
    }
    if missing.isEmpty, let blueprint = reading?.model(of: settings, as: OrgBlueprint.self) {
      let (made, problems) = blueprint.org(passkeys: make)
      return (made, EngineCatalog.diagnostics(problems, [], in: org.script.source))
    }
    let (built, problems) = OktaSimulator.Org.build(
      name: org.script.text(org.node.name), settings: settings, passkeys: make)
    return (built, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }
}
