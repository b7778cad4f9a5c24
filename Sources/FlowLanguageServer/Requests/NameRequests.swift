import FlowHost
import FlowDiagnostics
import FlowManual
import FlowScript
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText

/// Finds definitions and references, and renames, across imports.
struct NameRequests: DocumentRequest {
  let server: LanguageServer

  /// The maximum number of scripts in the client's folders that are searched for uses of a name.
  private static let scriptsMax = 2_000

  /// A word under the cursor, and its declaration.
  private struct Named {
    var known: CheckedDocument
    /// Resolves the names of the document and its imports.
    var names: NameResolver
    var word: ScriptWord
    var declaration: NameResolver.Declaration
  }

  private func named(_ params: MessageParams) throws(ServerError) -> Named? {
    let known = try server.document(params)
    let offset = known.document.lines.offset(try params.position)
    let resolver = known.names
    guard let words = resolver.scripts.first, let word = words.word(at: offset),
      let declaration = resolver.declaration(of: word, in: words)
    else { return nil }
    return Named(known: known, names: resolver, word: word, declaration: declaration)
  }

  // MARK: Reading

  func definition(_ params: MessageParams) throws(ServerError) -> JSON {
    if let named = try named(params) {
      return location(named.declaration, in: named.known) ?? .null
    }
    let known = try server.document(params)
    let offset = known.document.lines.offset(try params.position)
    return importedFile(at: offset, of: known)
      ?? secretRequests.definition(at: offset, of: known) ?? .null
  }

  /// The file that is imported at an offset.
  private func importedFile(at offset: Int, of known: CheckedDocument) -> JSON? {
    guard let script = known.script.program.scripts.first,
      let item = CheckedDocument.imports(of: script).first(where: { $0.range.holds(offset) })
    else { return nil }
    let path = ScriptPath.resolve(item.path, from: known.document.path)
    guard let found = known.script.program.scripts.first(where: { $0.source.name == path }) else {
      return nil
    }
    return server.location(Place(found.source, SourceRange(0, 0)))
  }

  /// The imports whose files can be opened.
  func links(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    guard let script = known.script.program.scripts.first else { return [] }
    let read = Set(known.script.program.scripts.map(\.source.name))
    return .array(
      CheckedDocument.imports(of: script).compactMap { item in
        let path = ScriptPath.resolve(item.path, from: known.document.path)
        guard read.contains(path) else { return nil }
        return [
          "range": server.json(item.range, known.document.lines),
          "target": .string(server.uri(of: path)),
        ]
      })
  }

  private func location(
    _ declaration: NameResolver.Declaration, in known: CheckedDocument
  ) -> JSON? {
    known.script.program.scripts.first { $0.source.name == declaration.path }
      .map { server.location(Place($0.source, declaration.range)) }
  }

  func references(_ params: MessageParams) throws(ServerError) -> JSON {
    guard let named = try named(params) else { return [] }
    let withDeclaration = params.json["context"]?["includeDeclaration"]?.bool ?? true
    return .array(
      uses(of: named).filter { use in
        withDeclaration || use.word.range != named.declaration.range
          || use.source.name != named.declaration.path
      }.map { server.location(Place($0.source, $0.word.range)) })
  }

  func highlights(_ params: MessageParams) throws(ServerError) -> JSON {
    guard let named = try named(params) else { return [] }
    let uses = named.names.uses(of: named.declaration)
    return .array(
      uses.filter { $0.source === named.known.document.source }.map { use in
        let isWritten = use.word.range == named.declaration.range
        return [
          "range": server.json(use.word.range, in: use.source), "kind": isWritten ? 3 : 2,
        ]
      })
  }

  // MARK: Renaming

  func prepareRename(_ params: MessageParams) throws(ServerError) -> JSON {
    guard let named = try named(params), named.declaration.kind != .answer else { return .null }
    let source = named.known.document.source
    return [
      "range": server.json(named.word.range, in: source),
      "placeholder": .string(source.text(named.word.range)),
    ]
  }

  func rename(_ params: MessageParams) throws(ServerError) -> JSON {
    let name = try params.text(params.json["newName"], "newName")
    guard let named = try named(params) else {
      throw ServerError(.requestFailed, "this isn't a name that a script declares")
    }
    guard named.declaration.kind != .answer else {
      throw ServerError(.requestFailed, "the name of a field is the engine's own word")
    }
    guard Self.isName(name) else {
      throw ServerError(.invalidParams, "`\(DisplayText.line(name))` can't be a name")
    }
    var edits: [String: [Edit]] = [:]
    for use in uses(of: named) {
      var edit = Edit(source: use.source, range: use.word.range, text: name)
      if let end = use.word.bareEnd {
        // A bare field has the value of its own name. The field stays, and the value is named
        // explicitly.
        guard use.source.text(use.word.range) != name else { continue }
        edit.range = SourceRange(end, end)
        edit.text = " = " + name
      }
      edits[use.source.name, default: []].append(edit)
    }
    try refuseIfWrong(edits, named, name)
    var changes = JSONObject()
    for (path, list) in edits.sorted(by: { $0.key < $1.key }) {
      changes[server.uri(of: path)] = .array(
        list.map { ["range": server.json($0.range, in: $0.source), "newText": .string($0.text)] })
    }
    return ["changes": .object(changes)]
  }

  private struct Edit {
    var source: SourceFile
    var range: SourceRange
    var text: String
  }

  /// Whether a text is one word that isn't a keyword.
  private static func isName(_ text: String) -> Bool {
    let tokens = LexedSource(SourceFile(name: "", text: text)).tokens
    return tokens.count <= 3 && tokens.first?.kind == .word
      && Int(tokens.first?.end ?? 0) == text.utf8.count && tokens.first?.start == 0
      && tokens.first?.keyword == Keyword.none
  }

  /// Checks the renamed scripts.
  ///
  /// A rename is refused if it would cause an error, or if it would change the meaning of another
  /// word with the new name.
  private func refuseIfWrong(
    _ edits: [String: [Edit]], _ named: Named, _ name: String
  ) throws(ServerError) {
    var renamed = documents
    for (path, list) in edits {
      guard var bytes = list.first?.source.bytes else { continue }
      for edit in list.sorted(by: { $0.range.start > $1.range.start }) {
        bytes.replaceSubrange(Int(edit.range.start)..<Int(edit.range.end), with: edit.text.utf8)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      renamed[path] = OpenDocument(
        uri: server.uri(of: path), version: nil, text: text, encoding: server.encoding)
    }
    for path in Set(edits.keys).union([named.known.document.path]).sorted() {
      guard let before = edits[path]?.first?.source ?? documents[path]?.source,
        let after = renamed[path]?.source
      else { continue }
      let script = server.load(before).script
      guard !NameResolver(script.program).hasWord(name, like: named.declaration.kind) else {
        throw ServerError(.requestFailed, "`\(name)` already exists in `\(path)`")
      }
      let known = Set(script.diagnostics.map(\.kind))
      let fresh = server.load(after, among: renamed).script.diagnostics.first {
        !known.contains($0.kind)
      }
      if let fresh {
        let title = Manual.page(fresh.kind.id)?.title ?? fresh.message
        throw ServerError(.requestFailed, "the new name would cause an error: \(title)")
      }
    }
  }

  // MARK: Uses

  /// Every use in the open documents and in the scripts of the client's folders, without
  /// duplicates.
  private func uses(of named: Named) -> [NameResolver.Use] {
    struct Key: Hashable {
      var path: String
      var range: SourceRange
    }
    var seen: Set<Key> = []
    var uses: [NameResolver.Use] = []
    func take(_ resolver: NameResolver) {
      for use in resolver.uses(of: named.declaration)
      where seen.insert(Key(path: use.source.name, range: use.word.range)).inserted {
        uses.append(use)
      }
    }
    take(named.names)
    for path in documents.keys.sorted() where path != named.known.document.path {
      guard let other = server.known(path), other.files.contains(named.declaration.path) else {
        continue
      }
      take(other.names)
    }
    let source = named.known.document.source
    let name = Array(source.bytes[Int(named.word.range.start)..<Int(named.word.range.end)])
    for source in closedScripts where source.bytes.holds(name) {
      let (script, files) = server.load(source)
      if files.contains(named.declaration.path) { take(NameResolver(script.program)) }
    }
    return uses.sorted { left, right in
      (left.source.name, left.word.range.start) < (right.source.name, right.word.range.start)
    }
  }

  /// The scripts of the client's folders that aren't open.
  private var closedScripts: [SourceFile] {
    let found = folders.flatMap { (try? ScriptFinder.find([$0])) ?? [] }
    return found.prefix(Self.scriptsMax).map(ScriptPath.normalized)
      .filter { documents[$0] == nil && !FileReader.isSpecial($0) }
      .compactMap { path in
        (try? ScriptFiles.read(path)).map { SourceFile(name: path, bytes: $0) }
      }
  }
}

extension NameResolver {
  /// Whether a word in a script would refer to a thing of a kind, if one with this name existed.
  fileprivate func hasWord(_ name: String, like kind: Declaration.Kind) -> Bool {
    scripts.contains { words in
      words.words.contains { word in
        let isLike =
          switch word.role {
          case .profile: kind == .profile
          case .org: kind == .org
          case .value, .valueOrWord, .subject, .method: kind == .value
          case .field: kind == .value && (word.bareEnd != nil || word.isDeclaration)
          default: false
          }
        return isLike && words.script.source.text(word.range) == name
      }
    }
  }
}

extension [UInt8] {
  /// Whether these bytes contain a word.
  fileprivate func holds(_ word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return false }
    for start in 0...(count - word.count)
    where self[start] == first && self[start..<start + word.count].elementsEqual(word) {
      return true
    }
    return false
  }
}
