import Foundation
import Testing

/// The samples of documents, which test files compile between two comments.
enum CompiledSamples {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file of the checkout; `nil` if it doesn't exist.
  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of the files of a folder with a suffix, sorted.
  static func files(of folder: String, suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The texts of a test file between `// MARK: name` and `// MARK: end`, without indentation.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - mark: The word in place of `MARK`: `Manual` or `Article`.
  /// - Returns: The texts, in order.
  static func compiled(_ file: String, mark: String) -> [String] {
    var samples: [String] = []
    var current: [Substring]?
    var indentation = 0
    for line in (text(file) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " }
      if bare.hasPrefix("// \(mark): end") {
        samples.append((current ?? []).map { $0 + "\n" }.joined())
        current = nil
      } else if bare.hasPrefix("// \(mark): ") {
        current = []
        indentation = line.count - bare.count
      } else {
        current?.append(line.dropFirst(min(indentation, line.count - bare.count)))
      }
    }
    return samples
  }

  /// The fenced blocks of Swift of a document.
  static func shown(_ document: String) throws -> [String] {
    let text = try #require(Self.text(document))
    return text.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
  }
}
