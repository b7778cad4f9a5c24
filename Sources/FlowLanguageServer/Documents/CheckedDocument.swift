import FlowChecker
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP

/// A document as `flow check` sees it, with open documents in place of files on disk.
struct CheckedDocument {
  let document: OpenDocument
  /// The script with its imports and problems.
  let script: LoadedScript
  /// The paths of all files of the script, including files that can't be read.
  let files: Set<String>

  /// Reads a document and its imports.
  init(_ document: OpenDocument, _ server: LanguageServer) {
    self.document = document
    (script, files) = server.load(document.source)
  }

  /// Resolves the names of the script and its imports.
  var names: NameResolver { NameResolver(script.program) }

  // MARK: Problems

  /// Masks the secrets that are written in the scripts.
  var masker: Masker {
    let masker = Masker()
    let sources = Set(script.program.scripts.map(\.source))
      .union(script.diagnostics.flatMap(\.sources))
    for text in sources.flatMap(\.secretLiterals) { masker.add(Secret(text)) }
    return masker
  }

  /// The problems, in the format of the protocol.
  func diagnostics(_ server: LanguageServer) -> [JSON] {
    guard !script.diagnostics.isEmpty else { return [] }
    let masker = masker
    return script.diagnostics.map { diagnostic in
      let (range, prefix) = place(of: diagnostic)
      var message = prefix + diagnostic.message
      for note in diagnostic.notes { message += "\nnote: \(note)" }
      if let help = diagnostic.help { message += "\nhelp: \(help)" }
      var object: JSONObject = [
        "range": server.json(range, in: document.source),
        "severity": .integer(diagnostic.severity.number),
        "code": .string(diagnostic.kind.id), "source": "flow",
        "message": .string(masker.masked(message)),
      ]
      if diagnostic.kind == .unreachableRule { object["tags"] = [1] }
      let related = self.related(diagnostic)
      if !related.isEmpty {
        object["relatedInformation"] = .array(
          related.map { label in
            [
              "location": server.location(label.place),
              "message": .string(masker.masked(label.text)),
            ]
          })
      }
      return .object(object)
    }
  }

  /// The range of a problem in this document.
  ///
  /// A problem of an imported file is shown at its import.
  private func place(of diagnostic: Diagnostic) -> (range: SourceRange, prefix: String) {
    guard let place = diagnostic.place else { return (SourceRange(0, 0), "") }
    guard place.source !== document.source else { return (place.range, "") }
    let name = place.source.name
    let imports = script.program.scripts.first.map(Self.imports) ?? []
    let direct = imports.first { item in
      ScriptPath.resolve(item.path, from: document.path) == name
    }
    let range = (direct ?? imports.first)?.range ?? SourceRange(0, 0)
    return (range, "in `\(name)`: ")
  }

  private func related(_ diagnostic: Diagnostic) -> [Diagnostic.PlaceLabel] {
    guard let place = diagnostic.place, place.source !== document.source else {
      return diagnostic.labels
    }
    return [Diagnostic.PlaceLabel(place, "it is here")] + diagnostic.labels
  }

  /// The paths of a script's imports, as written.
  static func imports(of script: Script) -> [(path: String, range: SourceRange)] {
    script.items.compactMap { item in
      guard case .importing(let node) = item,
        let path = TextLiteral.read(node.path, in: script.source).fixedText
      else { return nil }
      return (path, node.path.range)
    }
  }
}

extension LanguageServer {
  /// Reads and checks a script like `flow check`, with open documents in place of files.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - documents: The documents; `nil` for the open documents.
  /// - Returns: The script, and the files that were read for it.
  func load(
    _ source: SourceFile, among documents: [String: OpenDocument]? = nil
  ) -> (script: LoadedScript, files: Set<String>) {
    let documents = documents ?? self.documents
    var options = options
    let root = workspace.root(of: source.name)
    options.treeRoot = root
    var files: Set<String> = [source.name]
    let script = LoadedScript.load(source, options: options) { path throws(ReadFault) in
      let path = workspace.file(path)
      files.insert(path)
      if let open = documents[path] { return open.source.bytes }
      guard ScriptTree.holds(path, root: workspace.folder(ofRoot: root)) else {
        throw .unreadable("it is a link that leads out of `\(root)`")
      }
      // A pipe may never get a writer, and the editor waits.
      guard !FileReader.isSpecial(path) else { throw .unreadable("it is a pipe or a device") }
      return try ScriptFiles.read(path)
    }
    return (script, files)
  }

  /// A range of a source, in the format of the protocol.
  func json(_ range: SourceRange, in source: SourceFile) -> JSON {
    json(range, lines(of: source))
  }

  /// A range of a text, in the format of the protocol.
  func json(_ range: SourceRange, _ lines: TextLines) -> JSON {
    [
      "start": Self.json(lines.position(Int(range.start))),
      "end": Self.json(lines.position(Int(range.end))),
    ]
  }

  /// A location, in the format of the protocol.
  func location(_ place: Place) -> JSON {
    [
      "uri": .string(uri(of: place.source.name)),
      "range": json(place.range, in: place.source),
    ]
  }

  /// The address of a path.
  ///
  /// If the document is open, the address has the client's own spelling.
  func uri(of path: String) -> String {
    documents[path]?.uri ?? DocumentURI.uri(workspace.file(path))
  }

  /// The lines of a source, which are already known for an open document.
  func lines(of source: SourceFile) -> TextLines {
    guard let open = documents[source.name], open.source === source else {
      return TextLines(source.bytes, encoding)
    }
    return open.lines
  }

  static func json(_ position: TextPosition) -> JSON {
    ["line": .integer(position.line), "character": .integer(position.character)]
  }
}
