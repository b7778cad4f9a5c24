import FlowScript
import FlowSyntax
import FlowHTTP

/// "Run" above every flow.
///
/// The client runs it: a run may ask a person, which needs a terminal of the editor's.
struct CodeLenses: DocumentRequest {
  let server: LanguageServer

  /// The command of a lens, which clients register: `flow run PATH --only NAME`.
  static let runCommand = "flow.run"

  func codeLenses(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    // Nothing runs that has errors; what they are the client has been told.
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
