import NextAuthEngine
import Testing

@Suite("Callbacks that wait for an app")
struct CallbackQueueTests {
  private static func callback(_ number: Int) -> Callback {
    .sessionUpdate(SessionID(number), .starting)
  }
  private static let later = ContinuousClock.now + .seconds(3600)

  /// Lasts until its task is canceled.
  private static let forEver: @Sendable (ContinuousClock.Instant) async throws -> Void = { _ in
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  }

  @Test("Waiting callbacks are taken at once, in their order and once")
  func order() async {
    let queue = CallbackQueue(sleep: CallbackQueueTests.forEver)
    queue.add([CallbackQueueTests.callback(1)])
    queue.add([CallbackQueueTests.callback(2), CallbackQueueTests.callback(3)])
    let taken = await queue.callbacks(after: 0, until: CallbackQueueTests.later)
    #expect(taken.callbacks == (1...3).map(CallbackQueueTests.callback))
    #expect(await queue.callbacks(after: taken.place, until: nil).callbacks.isEmpty)
  }

  @Test("Each listener gets every callback, from its own position")
  func listeners() async {
    let queue = CallbackQueue(sleep: CallbackQueueTests.forEver)
    queue.add([CallbackQueueTests.callback(1)])
    let early = await queue.callbacks(after: 0, until: nil)
    let late = await queue.callbacks(after: nil, until: nil)
    #expect(early.callbacks == [CallbackQueueTests.callback(1)])
    #expect(late.callbacks.isEmpty)
    queue.add([CallbackQueueTests.callback(2)])
    for place in [early.place, late.place] {
      let batch = await queue.callbacks(after: place, until: CallbackQueueTests.later)
      #expect(batch.callbacks == [CallbackQueueTests.callback(2)])
    }
  }

  @Test("A callback that arrives during a wait is delivered", arguments: 0..<50)
  func arrival(_ number: Int) async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let queue = CallbackQueue {
      signal.yield()
      try await CallbackQueueTests.forEver($0)
    }
    async let taken = queue.callbacks(after: nil, until: CallbackQueueTests.later)
    // The wait has begun, or is about to.
    for await _ in waiting { break }
    queue.add([CallbackQueueTests.callback(number)])
    #expect(await taken.callbacks == [CallbackQueueTests.callback(number)])
  }

  @Test("At the deadline nothing is delivered, and later callbacks are kept")
  func deadline() async {
    let queue = CallbackQueue { _ in }
    // The time may be up before the wait has begun, or after.
    for _ in 0..<500 {
      let batch = await queue.callbacks(after: 0, until: CallbackQueueTests.later)
      #expect(batch == CallbackBatch([], place: 0))
    }
    queue.add([CallbackQueueTests.callback(1)])
    let batch = await queue.callbacks(after: 0, until: nil)
    #expect(batch.callbacks == [CallbackQueueTests.callback(1)])
  }

  @Test("A wait with a deadline in the past returns at once")
  func past() async {
    #expect(await CallbackQueue().callbacks(after: nil, until: .now).callbacks.isEmpty)
  }

  @Test("Canceling the task ends the wait")
  func cancelling() async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let queue = CallbackQueue {
      signal.yield()
      try await CallbackQueueTests.forEver($0)
    }
    let task = Task { await queue.callbacks(after: nil, until: CallbackQueueTests.later) }
    for await _ in waiting { break }
    task.cancel()
    #expect(await task.value.callbacks.isEmpty)
  }

  @Test("If there are too many callbacks, the oldest are dropped, and positions stay the same")
  func limit() async {
    let queue = CallbackQueue()
    for number in 1...CallbackQueue.most + 5 { queue.add([CallbackQueueTests.callback(number)]) }
    let taken = await queue.callbacks(after: 0, until: nil).callbacks
    #expect(taken.count == CallbackQueue.most)
    #expect(taken.first == CallbackQueueTests.callback(6))
    let place = CallbackQueue.most + 4
    let last = await queue.callbacks(after: place, until: nil)
    #expect(last == CallbackBatch([CallbackQueueTests.callback(place + 1)], place: place + 1))
  }
}
