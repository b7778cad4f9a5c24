/// Callbacks as they are handed out, with the place among all of them where the next begin.
///
/// Whoever listens has a place of its own: runs at once take nothing from each other.
public struct CallbackBatch: Sendable, Hashable {
  /// The callbacks, the oldest first.
  public var callbacks: [Callback]
  /// What to ask with for those that come after these.
  public var place: Int

  /// Makes a batch.
  public init(_ callbacks: [Callback], place: Int) {
    self.callbacks = callbacks
    self.place = place
  }
}
