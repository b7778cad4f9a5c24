import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The laws that fuzzing holds arbitrary bytes to, asked here of its seeds and of all that it has
/// ever found, so that neither can break unseen.
@Suite("Cases of the fuzz targets")
struct FuzzCaseTests {
  /// A law with the folder of its cases.
  struct Law: Sendable, CustomTestStringConvertible {
    var name: String
    var broken: @Sendable ([UInt8]) -> String?
    var testDescription: String { name }

    /// The folder of the target.
    var folder: URL {
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    }

    /// The cases by their names.
    func cases() throws -> [(name: String, bytes: [UInt8])] {
      try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: "Cases"), includingPropertiesForKeys: nil
      ).sorted { $0.path < $1.path }
        .map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
    }
  }

  static let laws = [
    Law(name: "Answer", broken: AnswerLaw.broken), Law(name: "IDX", broken: IDXLaw.broken),
    Law(name: "JSON", broken: JSONLaw.broken), Law(name: "MobileIdP", broken: MobileIdPLaw.broken),
    Law(name: "NextAuth", broken: NextAuthLaw.broken),
    Law(name: "Request", broken: RequestLaw.broken), Law(name: "Script", broken: ScriptLaw.broken),
  ]

  @Test("Every case keeps the law of its target, whole and damaged", arguments: laws)
  func cases(_ law: Law) throws {
    let cases = try law.cases()
    #expect(!cases.isEmpty)
    for (name, bytes) in cases {
      if let broken = law.broken(bytes) { Issue.record("\(name): \(broken)") }
      for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 8)) {
        if let broken = law.broken(Array(bytes[..<end])) {
          Issue.record("\(name), its first \(end) bytes: \(broken)")
        }
        var damaged = bytes
        damaged[end] ^= 0x20
        if let broken = law.broken(damaged) {
          Issue.record("\(name), byte \(end) changed: \(broken)")
        }
      }
    }
  }

  @Test("Every folder of a target is held to a law here, and has a dictionary")
  func folders() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: here.path)
      .filter { FileManager.default.fileExists(atPath: here.path + "/\($0)/Fuzz.swift") }
    #expect(names.sorted() == Self.laws.map(\.name))
    for law in Self.laws {
      let words = try String(
        contentsOf: law.folder.appending(path: "words.dict"), encoding: .utf8)
      #expect(words.split(separator: "\n").contains { $0.hasPrefix("\"") }, "\(law.name)")
    }
  }
}
