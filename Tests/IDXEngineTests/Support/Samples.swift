import TestSupport
import Testing
import FlowHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The captured answers beside the checkout; empty if they are absent.
enum Samples {
  /// One captured answer.
  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let kind: String
    var testDescription: String { file }

    func json() throws -> JSON {
      try JSON(parsing: Array(Data(contentsOf: SampleFolder.url.appending(path: file))))
    }
  }

  static let all: [Sample] = {
    guard
      let index = try? String(
        contentsOf: SampleFolder.url.appending(path: "INDEX.tsv"), encoding: .utf8)
    else { return [] }
    return index.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Sample(file: String(columns[0]), kind: String(columns[1]))
    }
  }()

  static let pages = all.filter { $0.kind == "idx" }
  static let others = all.filter { $0.kind != "idx" }
  /// Whether the answers exist; a test that reads them is skipped if they don't.
  static let areThere = !all.isEmpty

  /// One recorded sequence of answers.
  struct Scenario: Sendable, CustomTestStringConvertible {
    /// One answer of it.
    struct Step: Sendable {
      let status: Int
      /// The end of the request's path, if it is known.
      let path: String?
      /// The body that the recording's own client sent, if it is known.
      let sent: String?
      let json: JSON
    }

    let folder: String
    var testDescription: String { folder }

    func steps() throws -> [Step] {
      let folder = SampleFolder.url.appending(path: "scenarios/\(folder)/")
      func read(_ name: String) throws -> JSON {
        try JSON(parsing: Array(Data(contentsOf: folder.appending(path: name))))
      }
      return try (read("scenario.json")["steps"]?.array ?? []).compactMap { step in
        guard let file = step["response_file"]?.string else { return nil }
        let path = (step["path"] ?? step["path_suffix"] ?? step["url"])?.string
        return Step(
          status: step["status"]?.integer ?? 200,
          path: path, sent: step["expected_request_body"]?.string, json: try read(file))
      }
    }
  }

  static let scenarios: [Scenario] = {
    guard
      let index = try? String(
        contentsOf: SampleFolder.url.appending(path: "scenarios/INDEX.tsv"), encoding: .utf8)
    else { return [] }
    return index.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Scenario(folder: "\(columns[0])/\(columns[1])")
    }
  }()
}
