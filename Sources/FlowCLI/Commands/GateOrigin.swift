import FlowDiagnostics
import FlowHost
import FlowScript
import OktaImport
import FlowLock

/// Finds the files of an imported org: the export, and the file with the claims.
final class GateOrigin: Sendable {
  private let script: SourceFile
  private let places: [ExportPlace?]
  private let claims: GateClaims?
  /// The offset of the claims in the script.
  private let claimsStart: Int
  private let cache = Mutex(Cache())

  /// What was read to find locations.
  private struct Cache {
    var lines = LineTables()
    var texts: [String: ExportText?] = [:]

    /// The text of a file of the export; `nil` if it can't be read again.
    mutating func text(of path: String) -> ExportText? {
      if let known = texts[path] { return known }
      let limit = max(ImportCommand.bytesMax, TerraformFile.bytesMax)
      // The standard input is already used up.
      let bytes = path == "-" ? nil : try? FileReader.read(path, limit: limit)
      let text = bytes.map { ExportText(path: path, bytes: $0) }
      texts[path] = text
      return text
    }
  }

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - made: The imported org, with which the script begins.
  ///   - claims: The claims, with which the script ends; `nil` if there are none.
  ///   - script: The script.
  init(_ made: ImportedOrg, _ claims: GateClaims?, in script: SourceFile) {
    self.script = script
    self.claims = claims
    places = made.places
    claimsStart = made.text.utf8.count + 1
  }

  /// Returns the location from which a range of the script was made; `nil` if there is none.
  func spot(of range: SourceRange) -> ScriptOrigin.Spot? {
    if let claims, Int(range.start) >= claimsStart {
      func offset(_ offset: UInt32) -> UInt32 {
        claims.source.start + offset - UInt32(claimsStart)
      }
      return ScriptOrigin.Spot(
        Place(claims.source, SourceRange(offset(range.start), offset(range.end))))
    }
    return cache.withLock { cache in
      let index = cache.lines.line(of: range.start, in: script) - 1
      guard places.indices.contains(index), let place = places[index] else { return nil }
      return cache.text(of: place.file)?.place(of: place)
        .map { ScriptOrigin.Spot($0, path: place.path) }
    }
  }
}

/// The claims of a file, for an imported org.
struct GateClaims {
  let source: SourceFile

  /// The claims as the end of a script.
  var text: String {
    "\n" + String(decoding: source.bytes[Int(source.start)...], as: UTF8.self)
  }
}
