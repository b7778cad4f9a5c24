import FlowDiagnostics
import FlowHTTP
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
package import FlowTerminal

/// An org that was made from an export, as a script that `flow check` accepts.
package struct ImportedOrg {
  /// The script in the canonical format.
  package let text: String
  /// For each line of the script, the location in the export that it comes from; `nil` for a line
  /// without one.
  package let places: [ExportPlace?]
  /// The remarks about the parts of the export that aren't in the script or differ there.
  package let remarks: [ImportRemark]

  /// The maximum number of rounds that remove invalid parts: first lines, then whole blocks.
  ///
  /// Each round may reveal problems that the previous round hid.
  private static let rounds = (lines: 8, blocks: 8)

  /// Makes an org from an export.
  ///
  /// - Parameters:
  ///   - files: The contents of the files.
  ///   - ledger: The record of the values that were read.
  ///   - name: The name of the org; `nil` for the name in its address.
  ///   - policy: The name or the id of the authentication policy to use.
  /// - Returns: The org; `nil` if the files have no object of the management API.
  /// - Throws: A fault if the command line doesn't select one of several policies.
  package static func make(
    _ files: [Exported], _ ledger: ImportLedger, name: String?, policy: String?
  ) throws(UsageFault) -> ImportedOrg? {
    let catalog = ExportCatalog(files)
    guard !catalog.isEmpty else { return nil }
    let conversion = OktaImport(catalog, ledger, policy: policy)
    let lines = try conversion.lines()
    let org = OrgLine(
      "org \(name ?? host(catalog, files) ?? fileName(catalog, files) ?? "imported")", nil,
      block: lines,
      comments: [
        catalog.isOfTerraform
          ? "Made from a plan or a state of Terraform by `flow import terraform`."
          : "Made from an export of the Okta management API by `flow import okta`."
      ])
    settle(org)
    org.append(gaps(ledger))
    org.append(ledger.details.map { OrgLine("detail \(TextLiteral.quoted($0))", nil) })
    var written: [(text: String, line: OrgLine)] = []
    org.write(into: &written, isCompact: true)
    let text = GeneratedScript.text(
      String(decoding: source(of: written).bytes, as: UTF8.self))
    return ImportedOrg(text: text, places: places(of: text, written), remarks: ledger.remarks)
  }

  /// The first label of the org's host, which is in the record of a pull and in the export's links.
  private static func host(_ catalog: ExportCatalog, _ files: [Exported]) -> String? {
    for record in catalog.records {
      if let name = record.json["pulled-from"]?.string.flatMap(label) { return name }
    }
    for file in files {
      for value in file.json.array ?? [file.json] {
        for link in value["_links"]?.object?.members ?? [] {
          if let name = link.value["href"]?.string.flatMap(label) { return name }
        }
      }
    }
    return nil
  }

  /// Returns the first label of the host of an address; `nil` if it can't be the name of an org.
  private static func label(_ address: String) -> String? {
    guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
    let name = String(address[start...].prefix { $0 != "." && $0 != "/" && $0 != ":" })
    return OrgText.isWord(name) ? name : nil
  }

  /// The name of the folder of all files or, for a single file, the name of the file; `nil` if it
  /// can't be the name of an org.
  ///
  /// A plan of Terraform isn't named after the org.
  private static func fileName(_ catalog: ExportCatalog, _ files: [Exported]) -> String? {
    guard !catalog.isOfTerraform, let first = files.first else { return nil }
    var steps = first.file.split(separator: "/").map(String.init)
    if files.contains(where: { $0.file != first.file }) { steps.removeLast() }
    for file in files {
      let own = file.file.split(separator: "/").map(String.init)
      steps = zip(steps, own).prefix { $0 == $1 }.map(\.0)
    }
    let name = String((steps.last ?? "").prefix { $0 != "." })
    return OrgText.isWord(name) ? name : nil
  }

  /// The lines `gap "…"` for what the org doesn't have.
  private static func gaps(_ ledger: ImportLedger) -> [OrgLine] {
    var gaps = ledger.gaps
    if !ledger.moreGaps.isEmpty {
      // The same number of other parts has another text, so that a comparison notices it.
      let more = JSON.array(ledger.moreGaps.sorted().map { .string($0) })
      gaps.append(UnknownReason("\(ledger.moreGaps.count) more parts of the export", more).text)
    }
    return gaps.map { OrgLine("gap \(TextLiteral.quoted($0))", nil) }
  }

  /// Removes the parts that the checker rejects.
  private static func settle(_ org: OrgLine) {
    for round in 0..<(rounds.lines + rounds.blocks) {
      var lines: [(text: String, line: OrgLine)] = []
      org.write(into: &lines)
      let source = source(of: lines)
      let errors = errors(in: source)
      // The end of each line in bytes, to find the lines in which the errors are.
      var ends: [Int] = []
      for line in lines { ends.append((ends.last ?? 0) + line.text.utf8.count + 1) }
      var refused: Set<ObjectIdentifier> = []
      for error in errors {
        guard let place = error.place else { continue }
        let number = ends.partition(before: Int(place.range.start))
        guard lines.indices.contains(number) else { continue }
        let line = lines[number].line
        guard refused.insert(ObjectIdentifier(line)).inserted else { continue }
        line.refuse(error.message, whole: round >= rounds.lines)
      }
      guard !refused.isEmpty else { break }
    }
  }

  /// Returns the location in the export of each line of a script.
  ///
  /// - Parameters:
  ///   - text: The formatted script.
  ///   - lines: The lines of the script before it was formatted.
  /// - Returns: The locations; empty if formatting has moved the lines, because a wrong location
  ///   is worse than none.
  private static func places(
    of text: String, _ lines: [(text: String, line: OrgLine)]
  ) -> [ExportPlace?] {
    let formatted = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The script ends with a line break.
    guard formatted.count == lines.count + 1 else { return [] }
    return zip(formatted, lines).map { formatted, line in
      formatted.drop { $0 == " " } == line.text.drop { $0 == " " } ? line.line.place : nil
    }
  }

  /// All errors of a script, although the checker itself stops at a hundred.
  private static func errors(in source: SourceFile) -> [Diagnostic] {
    let script = LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
    guard script.hasErrors else { return [] }
    let ofOrgs = script.program.orgs.values.flatMap { org in
      OrgReader.simulated.read(org, in: script.program, sources: ValueSources()).diagnostics
    }
    return (script.diagnostics + ofOrgs).filter {
      $0.severity == .error && $0.kind != .tooManyProblems
    }
  }

  private static func source(of lines: [(text: String, line: OrgLine)]) -> SourceFile {
    SourceFile(name: "org.flow", text: lines.map { $0.text + "\n" }.joined())
  }
}

extension [Int] {
  /// The index of the first number above another number; the numbers are in ascending order.
  fileprivate func partition(before number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
