import Foundation

/// A file that is removed after its use.
enum TemporaryFile {
  /// Performs work with a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - work: The work, with the file's path.
  /// - Returns: The result of the work; `nil` if the file could not be written.
  static func with<Result>(_ bytes: [UInt8], _ work: (String) -> Result?) -> Result? {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("flow-bench-\(UUID().uuidString).flow")
    guard (try? Data(bytes).write(to: url)) != nil else { return nil }
    defer { try? FileManager.default.removeItem(at: url) }
    return work(url.path)
  }

  /// Returns the bytes of a file; `nil` if it can't be read.
  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }
}
