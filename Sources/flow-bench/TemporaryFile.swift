import Foundation

/// A file that is gone when the work with it is done.
enum TemporaryFile {
  /// Does some work with a file.
  ///
  /// - Parameters:
  ///   - bytes: what the file holds.
  ///   - work: the work, given the file's path.
  /// - Returns: what the work gives; `nil` where the file could not be written.
  static func with<Result>(_ bytes: [UInt8], _ work: (String) -> Result?) -> Result? {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("flow-bench-\(UUID().uuidString).flow")
    guard (try? Data(bytes).write(to: url)) != nil else { return nil }
    defer { try? FileManager.default.removeItem(at: url) }
    return work(url.path)
  }

  /// The bytes of a file, `nil` where it can't be read.
  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }
}
