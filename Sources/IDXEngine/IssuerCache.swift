import FlowEngine
import FlowLock

/// An issuer's description and keys, which the runs of an app share.
///
/// Each is used as long as the issuer's `Cache-Control` allows.
package final class IssuerCache: Sendable {
  let endpoints = Part<Shared<IssuerEndpoints>>()
  let keys = Part<KeySet>()

  /// Makes an empty cache.
  package init() {}

  /// One document of the issuer.
  final class Part<Document: Sendable>: Sendable {
    private let kept = Mutex<(document: Document, end: Duration)?>(nil)

    /// Returns the document; `nil` if it isn't known, or is too old.
    func document(at now: Duration) -> Document? {
      kept.withLock { kept in kept.flatMap { now < $0.end ? $0.document : nil } }
    }

    /// Keeps a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - end: The time from which it is too old.
    func keep(_ document: Document, until end: Duration) {
      kept.withLock { $0 = (document, end) }
    }
  }
}
