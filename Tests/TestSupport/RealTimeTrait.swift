public import Testing

/// Has tests go ahead of all that wait for a processor: what real deadlines are held to must not
/// stand in the line of a thousand tests that have none.
public struct RealTimeTrait: TestTrait, SuiteTrait, TestScoping {
  /// Applies to the tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test with the priority of what a person waits for, where the system can raise one.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      unsafe withUnsafeCurrentTask { task in
        unsafe task?.escalatePriority(to: .userInitiated)
      }
    }
    try await function()
  }
}

extension Trait where Self == RealTimeTrait {
  /// Has a test with real deadlines go ahead of those that have none.
  public static var realTime: Self { Self() }
}
