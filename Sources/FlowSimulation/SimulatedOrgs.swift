import FlowHTTP
import FlowText
package import FlowDiagnostics
package import FlowAuthenticators
import FlowCrypto
import FlowEngine
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
import MobileIdPSimulator
import NextAuthSimulator
package import OktaSimulator

/// Builds the simulated orgs that a program describes.
package enum SimulatedOrgs {
  /// Reads the settings of an org of nextAuth.
  ///
  /// - Parameters:
  ///   - org: The org as it is written.
  ///   - reading: What was read of it before, if anything.
  ///   - sources: Where the values in its settings come from.
  /// - Returns: The org, `nil` if it can't be made, and what is wrong with it.
  static func buildNextAuth(
    _ org: Program.Located<FlowSyntax.Org>, _ reading: OrgReader.Reading?, sources: ValueSources
  ) -> (org: NextAuthOrg?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    if missing.isEmpty, case .nextAuth(let made)? = reading?.model(of: settings) {
      return (made, [])
    }
    let (built, problems) = NextAuthOrg.build(
      name: org.script.text(org.node.name), settings: settings)
    return (built, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }

  /// Reads the settings of an org of the usual engine.
  ///
  /// - Parameters:
  ///   - org: The org as it is written.
  ///   - reading: What was read of it before, if anything.
  ///   - sources: Where the values in its settings come from.
  ///   - keyring: Gets the passkeys of its users.
  /// - Returns: The org, `nil` if it can't be made, and what is wrong with it.
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
    if missing.isEmpty, case .idx(let blueprint)? = reading?.model(of: settings) {
      let (made, problems) = blueprint.org(passkeys: make)
      return (made, EngineCatalog.diagnostics(problems, [], in: org.script.source))
    }
    let (built, problems) = OktaSimulator.Org.build(
      name: org.script.text(org.node.name), settings: settings, passkeys: make)
    return (built, EngineCatalog.diagnostics(problems, missing, in: org.script.source))
  }

  /// Reads the settings of an org of apps.
  ///
  /// - Parameters:
  ///   - org: The org as it is written.
  ///   - reading: What was read of it before, if anything.
  ///   - program: The program that declares it; its providers may log in at another org of it.
  ///   - sources: Where the values in its settings come from.
  /// - Returns: The org, `nil` if it can't be made, and what is wrong with it.
  static func buildMobileIdP(
    _ org: Program.Located<FlowSyntax.Org>, _ reading: OrgReader.Reading?, in program: Program,
    sources: ValueSources
  ) -> (org: MobileIdPOrg?, diagnostics: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    if missing.isEmpty, case .mobileIdP(let made)? = reading?.model(of: settings) {
      return (made, [])
    }
    return buildMobileIdP(org, in: program, settings, missing)
  }

  /// Makes an org of apps of its settings.
  ///
  /// - Parameters:
  ///   - org: The org as it is written.
  ///   - program: The program that declares it.
  ///   - settings: The settings, with their values looked up.
  ///   - missing: Which values could not be looked up.
  /// - Returns: The org, `nil` if it can't be made, and what is wrong with it.
  static func buildMobileIdP(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, _ settings: [Setting],
    _ missing: [Diagnostic]
  ) -> (org: MobileIdPOrg?, diagnostics: [Diagnostic]) {
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

extension OrgReader.Reading {
  /// What was made of the same settings.
  fileprivate func model(of settings: [Setting]) -> BuiltOrg.Model? {
    (model as? BuiltOrg)?.model(of: settings)
  }
}
