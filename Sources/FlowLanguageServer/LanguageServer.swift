import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
import FlowTerminal

/// The language server (LSP 3.17).
///
/// The server receives and sends messages, and has no other effect.
///
/// It reports the same as `flow check`, `flow fmt`, `flow names` and `flow explain`, for the text
/// as it is being typed.
final class LanguageServer {
  /// The maximum number of open documents.
  ///
  /// An editor has some hundred.
  static let documentsMax = 2_000
  /// The maximum number of bytes of all open documents.
  static let openBytesMax = 256 << 20
  /// The maximum work for the changes of one message, in bytes that are scanned.
  static let changeWorkMax: Int64 = 4 << 30

  /// The exit status of the process; `nil` while the session continues.
  private(set) var status: ExitStatus?
  private(set) var encoding = PositionEncoding.utf16
  /// The open documents, by path.
  var documents: [String: OpenDocument] = [:]
  /// The results of checking the open documents, by path.
  private var checked: [String: CheckedDocument] = [:]
  /// The documents that must be checked again before they are used.
  private var stale: Set<String> = []
  /// The folders that are open in the client.
  private(set) var workspace = Workspace()
  /// The options of loading scripts.
  var options: LoadedScript.Options
  /// The engines that scripts may use.
  let engines: EngineKits
  private var phase = Phase.new
  private var output: [JSON] = []

  private enum Phase {
    case new, running, shutDown
  }

  init(engines: EngineKits = .standard) {
    self.engines = engines
    options = LoadedScript.Options(orgs: engines.orgReader)
    options.checksValues = false
  }

  // MARK: Messages

  /// Handles everything that has arrived.
  ///
  /// - Parameter events: Everything that has arrived. A request that a later message cancels isn't
  ///   handled, and documents are checked once, after the last change.
  /// - Returns: The responses and notifications, in order.
  func receive(_ events: [MessageReader.Event]) -> [JSON] {
    let messages = events.map(Self.read)
    let cancelled = Self.cancelled(in: messages)
    for message in messages where status == nil {
      switch message {
      case .failure(let error): output.append(ServerMessage.answer(.null, .failure(error)))
      case .success(.array(let batch)):
        guard !batch.isEmpty else {
          refuse(.null)
          continue
        }
        let answers = batch.compactMap { take($0, cancelled) }
        if !answers.isEmpty { output.append(.array(answers)) }
      case .success(let json):
        if let answer = take(json, cancelled) { output.append(answer) }
      }
    }
    if status == nil { publish() }
    defer { output = [] }
    return output
  }

  private static func read(_ event: MessageReader.Event) -> Result<JSON, ServerError> {
    switch event {
    case .fault(let fault): return .failure(ServerError(.parseError, fault))
    case .message(let bytes):
      let limits = JSONLimits(depth: 128, size: MessageReader.bodyMax)
      do throws(JSONFailure) {
        return .success(try JSON(parsing: bytes, limits: limits, replacesLoneSurrogates: true))
      } catch {
        return .failure(ServerError(.parseError, "the message isn't JSON: \(error)"))
      }
    }
  }

  /// The ids of the requests that a later message cancels.
  private static func cancelled(in messages: [Result<JSON, ServerError>]) -> Set<JSON> {
    var ids: Set<JSON> = []
    for case .success(let json) in messages where json["method"] == "$/cancelRequest" {
      if let id = json["params"]?["id"] { ids.insert(id) }
    }
    return ids
  }

  /// Handles one message, and returns a response if the message is a request.
  private func take(_ json: JSON, _ cancelled: Set<JSON>) -> JSON? {
    switch ServerMessage(json) {
    case .invalid(let id):
      return ServerMessage.answer(
        id, .failure(ServerError(.invalidRequest, "this isn't a JSON-RPC 2.0 message")))
    case .response: return nil
    case .notification(let method, let params):
      notify(method, MessageParams(params))
      return nil
    case .request(let id, let method, let params):
      guard !cancelled.contains(id) else {
        return ServerMessage.answer(id, .failure(ServerError(.requestCancelled, "cancelled")))
      }
      do throws(ServerError) {
        return ServerMessage.answer(id, .success(try answer(method, MessageParams(params))))
      } catch {
        return ServerMessage.answer(id, .failure(error))
      }
    }
  }

  private func refuse(_ id: JSON) {
    output.append(
      ServerMessage.answer(id, .failure(ServerError(.invalidRequest, "an empty batch"))))
  }

  // MARK: Requests

  private func answer(
    _ method: String, _ params: MessageParams
  ) throws(ServerError) -> JSON {
    switch (phase, method) {
    case (.new, "initialize"): return initialize(params)
    case (.new, _): throw ServerError(.serverNotInitialized, "`initialize` comes first")
    case (.shutDown, _): throw ServerError(.invalidRequest, "the server is shut down")
    case (.running, "initialize"):
      throw ServerError(.invalidRequest, "the server is already initialized")
    case (.running, "shutdown"):
      phase = .shutDown
      return .null
    case (.running, _): return try feature(method, params)
    }
  }

  private func initialize(_ params: MessageParams) -> JSON {
    phase = .running
    let offered = params.json["capabilities"]?["general"]?["positionEncodings"]?.array ?? []
    encoding =
      offered.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
    workspace = Workspace(params.json)
    let variables = params.json["initializationOptions"]?["variables"]?.array ?? []
    options.variables = variables.compactMap(\.string)
    return [
      "capabilities": ServerCapabilities.json(encoding),
      "serverInfo": ["name": "flow", "version": .string(version)],
    ]
  }

  // MARK: Notifications

  private func notify(_ method: String, _ params: MessageParams) {
    if method == "exit" {
      status = phase == .shutDown ? .success : .failed
      return
    }
    guard phase == .running else { return }
    do throws(ServerError) {
      switch method {
      case "textDocument/didOpen": try open(params)
      case "textDocument/didChange": try change(params)
      case "textDocument/didClose": close(try params.uri)
      case "textDocument/didSave", "workspace/didChangeWatchedFiles":
        // The files that it imports from the disk may have changed too.
        checkAgain()
      case "workspace/didChangeWorkspaceFolders":
        workspace.change(params.json["event"] ?? .null)
        checkAgain()
      default: return
      }
    } catch {
      log("\(method): \(error.message)")
    }
  }

  private func open(_ params: MessageParams) throws(ServerError) {
    let uri = try params.uri
    let text = try params.text(params.json["textDocument"]?["text"], "textDocument.text")
    let path = DocumentURI.path(uri)
    guard documents[path] != nil || documents.count < Self.documentsMax else {
      throw ServerError(.invalidParams, "\(Self.documentsMax) documents are already open")
    }
    let version = params.json["textDocument"]?["version"]?.integer
    documents[path] = OpenDocument(uri: uri, version: version, text: text, encoding: encoding)
    forgetIfTooMuch(path)
    spoil(path)
  }

  private func change(_ params: MessageParams) throws(ServerError) {
    let path = DocumentURI.path(try params.uri)
    guard var document = documents[path] else {
      throw ServerError(.invalidParams, "the document isn't open")
    }
    let changes: [OpenDocument.Change]
    do throws(ServerError) {
      changes = try params.changes
      let inserted = changes.reduce(0) { $0 + $1.text.utf8.count }
      let work = Int64(document.source.bytes.count + inserted).multipliedReportingOverflow(
        by: Int64(changes.count))
      guard !work.overflow, work.partialValue <= Self.changeWorkMax else {
        throw ServerError(.invalidParams, "too many changes at once")
      }
    } catch {
      // The client's text is no longer known. Closing the document is better than wrong results.
      close(document.uri)
      throw error
    }
    document.version = params.json["textDocument"]?["version"]?.integer ?? document.version
    documents[path] = nil
    document.apply(changes)
    documents[path] = document
    forgetIfTooMuch(path)
    spoil(path)
  }

  private func close(_ uri: String) {
    let path = DocumentURI.path(uri)
    guard let document = documents.removeValue(forKey: path) else { return }
    checked[path] = nil
    stale.remove(path)
    spoil(path)
    output.append(
      ServerMessage.notice(
        "textDocument/publishDiagnostics",
        ["uri": .string(document.uri), "diagnostics": []]))
  }

  /// Closes a document with which the open documents exceed the limit.
  private func forgetIfTooMuch(_ path: String) {
    guard documents.values.reduce(0, { $0 + $1.source.bytes.count }) > Self.openBytesMax,
      let document = documents[path]
    else { return }
    log("more than \(Self.openBytesMax >> 20) MB are open: closing `\(document.uri)`")
    close(document.uri)
  }

  /// Marks a document and its importers for another check.
  private func spoil(_ path: String) {
    if documents[path] != nil { stale.insert(path) }
    for (other, known) in checked where known.files.contains(path) { stale.insert(other) }
    for path in stale { checked[path] = nil }
  }

  /// Marks all documents for another check.
  private func checkAgain() {
    stale.formUnion(documents.keys)
    checked = [:]
  }

  private func log(_ text: String) {
    output.append(
      ServerMessage.notice("window/logMessage", ["type": 2, "message": .string(text)]))
  }

  // MARK: Features

  /// Answers a request about a document.
  private func feature(_ method: String, _ params: MessageParams) throws(ServerError) -> JSON {
    switch method {
    case "textDocument/formatting": try formattingRequest.formatting(params)
    case "textDocument/rangeFormatting": try formattingRequest.rangeFormatting(params)
    case "textDocument/documentSymbol": try outlineRequests.documentSymbols(params)
    case "textDocument/foldingRange": try outlineRequests.foldingRanges(params)
    case "textDocument/hover": try hoverRequest.hover(params)
    case "textDocument/documentLink": try nameRequests.links(params)
    case "textDocument/definition": try nameRequests.definition(params)
    case "textDocument/references": try nameRequests.references(params)
    case "textDocument/documentHighlight": try nameRequests.highlights(params)
    case "textDocument/prepareRename": try nameRequests.prepareRename(params)
    case "textDocument/rename": try nameRequests.rename(params)
    case "textDocument/completion": try completionRequest.completion(params)
    case "textDocument/codeAction": try codeActions.codeActions(params)
    case "textDocument/codeLens": try codeLenses.codeLenses(params)
    case "textDocument/semanticTokens/full": try semanticTokens(params)
    default: throw ServerError(.methodNotFound, "unknown method `\(method)`")
    }
  }

  /// The document of a request.
  func document(_ params: MessageParams) throws(ServerError) -> CheckedDocument {
    guard let known = known(DocumentURI.path(try params.uri)) else {
      throw ServerError(.invalidParams, "the document isn't open")
    }
    return known
  }

  // MARK: Checking

  /// The result of checking an open document.
  func known(_ path: String) -> CheckedDocument? {
    if let known = checked[path] { return known }
    guard let document = documents[path] else { return nil }
    let known = CheckedDocument(document, self)
    checked[path] = known
    return known
  }

  /// Sends the problems of the changed documents to the client.
  private func publish() {
    for path in stale.sorted() {
      guard let document = documents[path], let known = known(path) else { continue }
      var params: JSONObject = ["uri": .string(document.uri)]
      if let version = document.version { params["version"] = .integer(version) }
      params["diagnostics"] = .array(known.diagnostics(self))
      output.append(ServerMessage.notice("textDocument/publishDiagnostics", .object(params)))
    }
    stale = []
  }
}
