#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Where captured responses are, which are not part of the project and can be absent.
package enum SampleFolder {
  /// What the environment's `FLOW_IDX_SAMPLES` names, else `shared/idx` beside the checkout.
  package static let url: URL = {
    if let path = ProcessInfo.processInfo.environment["FLOW_IDX_SAMPLES"] {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appending(path: "shared/idx/")
  }()
}
