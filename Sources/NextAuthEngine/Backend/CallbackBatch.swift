/// A batch of callbacks, and the position after them in the stream of all callbacks.
///
/// Each listener has its own position, so that concurrent runs don't take callbacks from each
/// other.
public struct CallbackBatch: Sendable, Hashable {
  /// The callbacks, oldest first.
  public var callbacks: [Callback]
  /// The position after these callbacks, with which to ask for the next batch.
  public var place: Int

  /// Makes a batch.
  public init(_ callbacks: [Callback], place: Int) {
    self.callbacks = callbacks
    self.place = place
  }
}
