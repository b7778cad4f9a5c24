import FlowHTTP
import FlowText
package import FlowDiagnostics
package import FlowAuthenticators
import FlowCrypto
import FlowEngine
package import FlowInterpreter
import FlowScript
package import FlowSyntax
import MobileIdPSimulator
import NextAuthSimulator
package import OktaSimulator

/// Builds the simulated orgs that a program describes.
package enum SimulatedOrgs {
  /// Reads the settings of an org of nextAuth.
  ///
  /// - Parameters:
  ///   - org: the org as it is written.
  ///   - sources: where the values in its settings come from.
  /// - Returns: the org, `nil` where it can't be made, and what is wrong with it.
  static func buildNextAuth(
    _ org: Program.Located<FlowSyntax.Org>, sources: ValueSources
  ) -> (org: NextAuthOrg?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let (built, problems) = NextAuthOrg.build(
      name: org.script.text(org.node.name), settings: settings)
    return (built, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }

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

  /// Reads the settings of an org of apps.
  ///
  /// - Parameters:
  ///   - org: the org as it is written.
  ///   - program: what it is of; its providers may log in at another org of it.
  ///   - sources: where the values in its settings come from.
  /// - Returns: the org, `nil` where it can't be made, and what is wrong with it.
  static func buildMobileIdP(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, sources: ValueSources
  ) -> (org: MobileIdPOrg?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    let (built, problems) = MobileIdPOrg.build(
      name: org.script.text(org.node.name), settings: settings)
    var found = EngineCatalog.diagnostics(problems, missing, in: org.script.source)
    if let problem = built?.loginOrg.flatMap({ loginProblem($0, in: program) }) {
      found.append(Diagnostic(problem, in: org.script.source))
    }
    return (built, found)
  }

  /// That the login of providers can't be done by the org that is named; `nil` where it can.
  private static func loginProblem(
    _ login: MobileIdPOrg.OrgName, in program: Program
  ) -> SettingProblem? {
    func isFit(_ org: Program.Located<FlowSyntax.Org>) -> Bool {
      org.node.address == nil && EngineCatalog.engine(of: org) == EngineCatalog.usual
    }
    let named = program.orgs[login.name]
    guard named.map(isFit) != true else { return nil }
    let message =
      named.map { org in
        org.node.address == nil
          ? "`\(login.name)` is an org of the engine `\(EngineCatalog.engine(of: org))`, which does no login"
          : "`\(login.name)` is a real issuer, which does no login"
      } ?? "there is no org `\(login.name)`"
    let fit = program.orgs.filter { isFit($0.value) }.keys.sorted()
    let nearest = Suggestion.nearest(login.name, among: fit).first
    return SettingProblem(
      .value, message, at: login.place,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "name a simulated org of the engine `\(EngineCatalog.usual)`")
  }
}
