import Foundation
import TestSupport

/// Real responses, which aren't part of the project and can be absent.
enum Samples {
  /// Every JSON file of the folder.
  static let files: [URL] = {
    let found = FileManager.default.enumerator(
      at: SampleFolder.url, includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()
}
