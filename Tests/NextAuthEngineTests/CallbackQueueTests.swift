import NextAuthEngine
import Testing

@Suite("Callbacks that wait for an app")
struct CallbackQueueTests {
  private static func callback(_ number: Int) -> Callback {
    .sessionUpdate(SessionID(number), .starting)
  }
  private static let later = ContinuousClock.now + .seconds(3600)

  /// Lasts until its task is cancelled.
  private static let forEver: @Sendable (ContinuousClock.Instant) async throws -> Void = { _ in
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  }

  @Test("What is there is taken at once, in its order and once")
  func order() async {
    let queue = CallbackQueue(sleep: CallbackQueueTests.forEver)
    queue.add([CallbackQueueTests.callback(1)])
    queue.add([CallbackQueueTests.callback(2), CallbackQueueTests.callback(3)])
    let taken = await queue.take(until: CallbackQueueTests.later)
    #expect(taken == (1...3).map(CallbackQueueTests.callback))
    #expect(await queue.take(until: nil).isEmpty)
  }

  @Test("One that comes while somebody waits is delivered", arguments: 0..<50)
  func arrival(_ number: Int) async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let queue = CallbackQueue {
      signal.yield()
      try await CallbackQueueTests.forEver($0)
    }
    async let taken = queue.take(until: CallbackQueueTests.later)
    // The wait has begun, or is about to.
    for await _ in waiting { break }
    queue.add([CallbackQueueTests.callback(number)])
    #expect(await taken == [CallbackQueueTests.callback(number)])
  }

  @Test("At the deadline nothing is delivered, and what comes after it is kept")
  func deadline() async {
    let queue = CallbackQueue { _ in }
    // The time may be up before the wait has begun, or after.
    for _ in 0..<500 { #expect(await queue.take(until: CallbackQueueTests.later).isEmpty) }
    queue.add([CallbackQueueTests.callback(1)])
    #expect(await queue.take(until: nil) == [CallbackQueueTests.callback(1)])
  }

  @Test("A deadline that has passed is waited for in no time")
  func past() async {
    #expect(await CallbackQueue().take(until: .now).isEmpty)
  }

  @Test("Cancelling the task ends the wait")
  func cancelling() async {
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let queue = CallbackQueue {
      signal.yield()
      try await CallbackQueueTests.forEver($0)
    }
    let task = Task { await queue.take(until: CallbackQueueTests.later) }
    for await _ in waiting { break }
    task.cancel()
    #expect(await task.value.isEmpty)
  }

  @Test("Of an app that never asks the oldest callbacks are dropped")
  func limit() async {
    let queue = CallbackQueue()
    for number in 1...CallbackQueue.most + 5 { queue.add([CallbackQueueTests.callback(number)]) }
    let taken = await queue.take(until: nil)
    #expect(taken.count == CallbackQueue.most)
    #expect(taken.first == CallbackQueueTests.callback(6))
  }
}
