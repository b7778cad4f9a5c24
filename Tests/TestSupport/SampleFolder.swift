#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The folder of captured responses, which aren't part of the project and can be absent.
package enum SampleFolder {
  /// The value of the environment's `FLOW_IDX_SAMPLES`, otherwise `shared/idx` beside the checkout.
  package static let url: URL = {
    if let path = ProcessInfo.processInfo.environment["FLOW_IDX_SAMPLES"] {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appending(path: "shared/idx/")
  }()
}
