import FlowScript
import FlowSyntax
import FlowHTTP

/// The lens "Run" above every flow.
///
/// The client runs it, because a run may prompt the user, which needs a terminal of the editor.
struct CodeLenses: DocumentRequest {
  let server: LanguageServer

  /// The command of a lens, which clients register.
  ///
  /// It runs `flow run PATH --only NAME`.
  static let runCommand = "flow.run"

  func codeLenses(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    // A script with errors can't run. The client has already received the errors.
    guard !known.script.hasErrors else { return [] }
    let flows = known.script.program.flows.filter { $0.script.source === known.document.source }
    return .array(
      flows.map { flow in
        [
          "range": server.json(flow.nameRange, known.document.lines),
          "command": [
            "title": "Run", "command": .string(Self.runCommand),
            "arguments": [.string(known.document.uri), .string(flow.name)],
          ],
        ]
      })
  }
}
