import FlowDiagnostics

/// Reads the files of one program.
///
/// The loader follows imports, and reads each file only once.
struct ProgramLoader {
  private let treeRoot: String?
  private let sameRoot: String?
  private let read: (String) throws(ReadFault) -> [UInt8]
  private var scripts: [Script] = []
  private var seen: Set<String> = []
  /// The files that are being read.
  ///
  /// Each file was imported by the previous file.
  private var chain: [Link] = []
  private var diagnostics: [Diagnostic] = []
  private var isFull = false

  /// A file in the chain of imports that is being read.
  private struct Link {
    var path: String
    /// The location of the import of the file; `nil` for the first file.
    var place: Place?
  }

  init(
    treeRoot: String?, sameRoot: String?,
    read: @escaping (String) throws(ReadFault) -> [UInt8]
  ) {
    self.treeRoot = treeRoot
    self.sameRoot = sameRoot
    self.read = read
  }

  /// Returns the program and all problems.
  func result() -> (program: Program, diagnostics: [Diagnostic]) {
    var collector = ProgramCollector(scripts: scripts)
    collector.collect()
    return (collector.program, diagnostics + collector.diagnostics)
  }

  // MARK: Roots

  /// Reads a file that the user has named.
  ///
  /// - Parameters:
  ///   - name: The path.
  ///   - isChecked: Whether the file must look like a script.
  mutating func loadRoot(_ name: String, isChecked: Bool = false) {
    let path = ScriptPath.normalized(name)
    guard !seen.contains(path) else { return }
    do throws(ReadFault) {
      let bytes = try read(name)
      loadRoot(SourceFile(name: ScriptPath.tidied(name), bytes: bytes), isChecked: isChecked)
    } catch {
      diagnostics.append(error.diagnostic(of: name))
    }
  }

  /// Reads a text that is already in memory.
  mutating func loadRoot(_ source: SourceFile, isChecked: Bool = false) {
    let path = ScriptPath.normalized(source.name)
    seen.insert(path)
    follow(source, path: path, importedAt: nil, isChecked: isChecked)
  }

  // MARK: Imports

  private mutating func follow(
    _ source: SourceFile, path: String, importedAt place: Place?, isChecked: Bool
  ) {
    let (script, problems) = Script.parse(source)
    guard !isChecked || ScriptShape.isScript(script, problems) else {
      diagnostics.append(Diagnostic(.notAScript(path: source.name), at: place))
      return
    }
    diagnostics += problems
    scripts.append(script)
    chain.append(Link(path: path, place: place))
    defer { chain.removeLast() }
    for case .importing(let node) in script.items {
      let literal = TextLiteral.read(node.path, in: source)
      diagnostics += literal.diagnostics
      let place = Place(source, node.path.range)
      guard let written = literal.fixedText else {
        let text = literal.names.first.map { "\\(\(script.text($0)))" } ?? ""
        diagnostics.append(
          Diagnostic(
            .badEscape(text), at: place, help: "imports are read before values are known"))
        continue
      }
      load(written, from: path, at: place)
    }
  }

  private mutating func load(_ written: String, from importer: String, at place: Place) {
    guard !written.isEmpty, !written.utf8.contains(0) else {
      diagnostics.append(Diagnostic(.importMissing(path: written), at: place))
      return
    }
    let path = ScriptPath.resolve(written, from: importer)
    if let treeRoot, !ScriptPath.isInside(path, treeRoot),
      !(sameRoot.map { ScriptPath.isInside(path, $0) } ?? false)
    {
      diagnostics.append(
        Diagnostic(
          .importOutside(path: path), at: place, help: "imports may come from `\(treeRoot)`"))
      return
    }
    if let first = chain.firstIndex(where: { $0.path == path }) {
      reportCycle(from: first, at: place)
      return
    }
    guard !isFull, seen.insert(path).inserted else { return }
    guard scripts.count < Program.filesMax else {
      isFull = true
      diagnostics.append(Diagnostic(.tooManyImports(limit: Program.filesMax), at: place))
      return
    }
    do throws(ReadFault) {
      let bytes = try read(path)
      let source = SourceFile(name: path, bytes: bytes)
      follow(source, path: path, importedAt: place, isChecked: true)
    } catch {
      let problem: Problem =
        error.reason.map { .importNotReadable(path: path, reason: $0) }
        ?? .importMissing(path: path)
      diagnostics.append(Diagnostic(problem, at: place))
    }
  }

  /// Reports a cycle of imports, at the import that closes it.
  private mutating func reportCycle(from first: Int, at place: Place) {
    let circle = chain[first...]
    let names = circle.map(\.path) + [circle[first].path]
    let labels = circle.dropFirst().compactMap { link in
      link.place.map { Diagnostic.PlaceLabel($0, "leads to `\(link.path)`") }
    }
    diagnostics.append(Diagnostic(.importCycle(chain: names), at: place, labels: labels))
  }
}
