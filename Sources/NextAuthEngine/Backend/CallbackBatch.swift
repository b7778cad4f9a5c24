/// A batch of callbacks, with the position where the next batch begins.
///
/// Each listener has its own position, so that concurrent runs don't take callbacks from each
/// other.
public struct CallbackBatch: Sendable, Hashable {
  /// The callbacks, the oldest first.
  public var callbacks: [Callback]
  /// The position to ask with for the callbacks after these.
  public var place: Int

  /// Makes a batch.
  public init(_ callbacks: [Callback], place: Int) {
    self.callbacks = callbacks
    self.place = place
  }
}
