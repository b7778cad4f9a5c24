import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The laws of the fuzz targets, tested on their seeds and past findings, so that neither can break
/// unnoticed.
@Suite("Cases of the fuzz targets")
struct FuzzCaseTests {
  /// A law with the folder of its cases.
  struct Law: Sendable, CustomTestStringConvertible {
    var name: String
    var broken: @Sendable ([UInt8]) -> String?
    var testDescription: String { name }

    /// The folder of the target.
    var folder: String { FuzzCaseTests.folder + "/" + name }

    /// The cases by their names.
    func cases() throws -> [(name: String, bytes: [UInt8])] {
      try FileManager.default.contentsOfDirectory(atPath: folder + "/Cases").sorted().map {
        ($0, [UInt8](try Data(contentsOf: URL(filePath: folder + "/Cases/" + $0))))
      }
    }
  }

  /// The folder of all targets.
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")

  static let laws = [
    Law(name: "Answer", broken: AnswerLaw.broken), Law(name: "IDX", broken: IDXLaw.broken),
    Law(name: "JSON", broken: JSONLaw.broken), Law(name: "MobileIdP", broken: MobileIdPLaw.broken),
    Law(name: "NextAuth", broken: NextAuthLaw.broken),
    Law(name: "Request", broken: RequestLaw.broken), Law(name: "Script", broken: ScriptLaw.broken),
  ]

  @Test("Every case satisfies its target's law, whole and damaged", arguments: laws)
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

  @Test("Every folder of a target is checked against a law here, and has a dictionary")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { FileManager.default.fileExists(atPath: Self.folder + "/\($0)/Fuzz.swift") }
    #expect(names.sorted() == Self.laws.map(\.name))
    for law in Self.laws {
      let words = try String(
        contentsOfFile: law.folder + "/words.dict", encoding: .utf8)
      #expect(words.split(separator: "\n").contains { $0.hasPrefix("\"") }, "\(law.name)")
    }
  }
}
