#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scripts in the system's folder for temporary files.
package enum TemporaryScript {
  /// Writes a script and gives its path.
  package static func write(_ text: String) throws -> String {
    let name = "flow-test-\(UInt64.random(in: 0 ... .max)).flow"
    let path = FileManager.default.temporaryDirectory.path + "/" + name
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }
}
