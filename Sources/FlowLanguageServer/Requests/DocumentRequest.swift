import FlowScript
import FlowSimulation

/// Answers requests of one kind about the documents of a server.
protocol DocumentRequest {
  /// The server.
  var server: LanguageServer { get }
}

extension DocumentRequest {
  /// The open documents, by path.
  var documents: [String: OpenDocument] { server.documents }
  /// The folders that are open in the client.
  var folders: [String] { server.workspace.folders }
  /// The options of loading scripts.
  var options: LoadedScript.Options { server.options }
  /// The engines that scripts may use.
  var engines: EngineKits { server.engines }
}

extension DocumentRequest {
  var codeActions: CodeActions { CodeActions(server: server) }
  var codeLenses: CodeLenses { CodeLenses(server: server) }
  var completionRequest: CompletionRequest { CompletionRequest(server: server) }
  var formattingRequest: FormattingRequest { FormattingRequest(server: server) }
  var hoverRequest: HoverRequest { HoverRequest(server: server) }
  var nameRequests: NameRequests { NameRequests(server: server) }
  var secretRequests: SecretRequests { SecretRequests(server: server) }
  var settingRequests: SettingRequests { SettingRequests(server: server) }
  var outlineRequests: OutlineRequests { OutlineRequests(server: server) }
}

// The server calls requests the same way as they call each other.
extension LanguageServer: DocumentRequest {
  var server: LanguageServer { self }
}
