import FlowDiagnostics
import FlowScript
import NextAuthSimulator

extension EngineKit {
  /// The kit of nextAuth sessions.
  package static let nextAuth: EngineKit = {
    var kit = EngineKit(
      .nextAuth,
      demo: SourceFile(name: "built-in/demo-nextauth.flow", text: DemoOrg.nextAuth),
      settings: NextAuthOrg.schema,
      problems: { NextAuthOrg.problems(name: $0, settings: $1) },
      read: { text, _ in
        let (settings, missing) = text.settings
        let (org, problems) = NextAuthOrg.build(name: text.name, settings: settings)
        return OrgReader.Reading(
          EngineCatalog.diagnostics(problems, missing, in: text.source), words: nil, model: org,
          of: settings)
      },
      make: { text, _ in
        let (settings, missing) = text.settings
        if missing.isEmpty, let made = text.model(of: settings, as: NextAuthOrg.self) {
          return (made, [])
        }
        let (org, problems) = NextAuthOrg.build(name: text.name, settings: settings)
        return (org, EngineCatalog.diagnostics(problems, missing, in: text.source))
      })
    let help = "remove it; a session of nextAuth has neither tokens nor passkeys"
    kit.refusesTokens = help
    kit.refusesPasskeys = help
    return kit
  }()
}
