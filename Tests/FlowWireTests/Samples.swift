import Foundation

/// Real responses, which are not part of the project and can be absent.
enum Samples {
  /// Every JSON file of the folder that `FLOW_IDX_SAMPLES` names, else of `../shared/idx`.
  static let files: [URL] = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["FLOW_IDX_SAMPLES"].map(
      URL.init(fileURLWithPath:))
    let folder =
      named ?? package.deletingLastPathComponent().appendingPathComponent("shared/idx")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()
}
