import FlowDiagnostics
import FlowHTTP
import FlowHost
import FlowScript
import FlowSyntax

/// Finds the names of secrets in the project's file of secrets, and never their values.
struct SecretRequests: DocumentRequest {
  let server: LanguageServer

  /// The largest file that is read.
  private static let bytesMax = 1 << 20

  /// A file of secrets.
  struct SecretNames {
    /// Its path.
    let path: String
    /// Its lines, for positions.
    let lines: TextLines
    /// The names, in order.
    let names: [(name: String, range: SourceRange)]
  }

  /// The file of secrets that `flow.json` of a document's folder names, or its `flow.env`; `nil` if
  /// there isn't one.
  ///
  /// The folder is the client's open folder, because commands read the `flow.json` of the current
  /// folder.
  func file(for document: String) -> SecretNames? {
    guard let folder = server.workspace.folder(of: document),
      let path = try? ProjectFile.secretsFile(of: folder),
      ScriptTree.holds(path, root: folder), !FileReader.isSpecial(path),
      let bytes = try? FileReader.read(path, limit: SecretRequests.bytesMax)
    else { return nil }
    return SecretNames(
      path: ScriptPath.normalized(path), lines: TextLines(bytes, server.encoding),
      names: SecretRequests.names(in: bytes))
  }

  /// The names before `=`, one per line; a line with `#` is a comment.
  private static func names(in bytes: [UInt8]) -> [(name: String, range: SourceRange)] {
    bytes.split(separator: 0x0A).compactMap { line in
      guard let mark = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
      let start = line[..<mark].firstIndex { !blanks.contains($0) } ?? mark
      let end = line[start..<mark].lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? mark
      guard start < end, line[start] != UInt8(ascii: "#") else { return nil }
      let range = SourceRange(UInt32(start), UInt32(end))
      return (String(decoding: line[start..<end], as: UTF8.self), range)
    }
  }

  /// Whether a word is the name after `secret`.
  func isName(_ word: ScriptWord, in source: SourceFile) -> Bool {
    guard word.role == .outside else { return false }
    let before = source.bytes[..<Int(word.range.start)].reversed()
      .drop { $0 == 0x20 || $0 == 0x09 }
    let keyword = before.prefix { $0.continuesWord }
    return keyword.reversed().elementsEqual("secret".utf8)
  }

  /// The line that gives the secret at an offset its value, as a location.
  func definition(at offset: Int, of known: CheckedDocument) -> JSON? {
    guard let (file, range, _) = found(at: offset, of: known) else { return nil }
    return ["uri": .string(server.uri(of: file.path)), "range": server.json(range, file.lines)]
  }

  /// The file and the line of the secret at an offset, as a sentence.
  func meaning(at offset: Int, of known: CheckedDocument) -> String? {
    guard let (file, range, name) = found(at: offset, of: known) else { return nil }
    let line = file.lines.line(of: Int(range.start)) + 1
    let short = file.path.split(separator: "/").last ?? ""
    return "`\(name)`, a secret: line \(line) of `\(short)`, the project's file of secrets"
  }

  private func found(
    at offset: Int, of known: CheckedDocument
  ) -> (file: SecretNames, range: SourceRange, name: String)? {
    let source = known.document.source
    guard let word = known.names.scripts.first?.word(at: offset), isName(word, in: source),
      let file = file(for: known.document.path)
    else { return nil }
    let name = source.text(word.range)
    return file.names.first { $0.name == name }.map { (file, $0.range, name) }
  }

  /// The names that may follow `secret`: those of the file, then others that the scripts use.
  func names(for known: CheckedDocument) -> [String] {
    let used = known.names.scripts.flatMap { words in
      words.words.filter { isName($0, in: words.script.source) }
        .map { words.script.source.text($0.range) }
    }
    var seen: Set<String> = []
    let all = (file(for: known.document.path)?.names.map(\.name) ?? []) + used.sorted()
    return all.filter { seen.insert($0).inserted }
  }
}
