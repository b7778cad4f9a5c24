import FlowChecker
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowText
import MobileIdPSimulator
import OktaSimulator

extension EngineKit {
  /// The kit of mobile identity providers.
  package static let mobileIdP: EngineKit = {
    var kit = EngineKit(
      .mobileIdP,
      demo: SourceFile(name: "built-in/demo-mobile-idp.flow", text: DemoOrg.mobileIdP),
      settings: MobileIdPOrg.schema,
      problems: { MobileIdPOrg.problems(name: $0, settings: $1) },
      read: { text, _ in
        let (settings, missing) = text.settings
        let (org, diagnostics) = build(text, settings, missing)
        return OrgReader.Reading(
          diagnostics, words: org.map { OrgWords($0) }, model: org, of: settings)
      },
      make: { text, keyring in
        let (settings, missing) = text.settings
        let made = missing.isEmpty ? text.model(of: settings, as: MobileIdPOrg.self) : nil
        let (org, diagnostics) = made.map { ($0, []) } ?? build(text, settings, missing)
        guard let org, let name = org.loginOrg?.name, let login = text.program.orgs[name],
          diagnostics.allSatisfy({ $0.severity == .warning })
        else { return (org.map { MobileIdPSuite($0) }, diagnostics) }
        let (built, problems) = SimulatedOrgs.build(
          login, text.readings[name], sources: text.sources, keyring: keyring)
        return (built.map { MobileIdPSuite(org, login: SimulatedOkta($0)) }, diagnostics + problems)
      })
    kit.refusesTokens = "remove it; its tokens are valid for the whole run"
    return kit
  }()

  /// Makes an org of mobile identity providers from its settings.
  private static func build(
    _ text: SimulatedOrgText, _ settings: [Setting], _ missing: [Diagnostic]
  ) -> (org: MobileIdPOrg?, diagnostics: [Diagnostic]) {
    let (built, problems) = MobileIdPOrg.build(name: text.name, settings: settings)
    var found = EngineCatalog.diagnostics(problems, missing, in: text.source)
    if let problem = built?.loginOrg.flatMap({ loginProblem($0, in: text.program) }) {
      found.append(Diagnostic(problem, in: text.source))
    }
    return (built, found)
  }

  /// The problem if the org named by `login by` can't provide the login; `nil` if it can.
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
          ? "`\(login.name)` is an org of the engine `\(EngineCatalog.engine(of: org))`, "
            + "which doesn't provide logins"
          : "`\(login.name)` is a real issuer, "
            + "which doesn't provide logins"
      } ?? "there is no org `\(login.name)`"
    let fit = program.orgs.filter { isFit($0.value) }.keys.sorted()
    let nearest = Suggestion.nearest(login.name, among: fit).first
    return SettingProblem(
      .value, message, at: login.place,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "name a simulated org of the engine `\(EngineCatalog.usual)`")
  }
}

extension OrgWords {
  /// The names that flows may use with an org of mobile identity providers.
  fileprivate init(_ org: MobileIdPOrg) {
    self.init(
      parameters: ["app", "from"].map { Known($0, kind: "app", values: org.apps.map(\.name)) })
  }
}
