public import Testing

/// Gives tests priority over all others that wait for a processor.
///
/// A test with real deadlines must not wait behind a thousand tests without any.
public struct RealTimeTrait: TestTrait, SuiteTrait, TestScoping {
  /// Applies to the tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test with the priority of user-initiated work, if the system can raise one.
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
  /// Gives a test with real deadlines priority over tests without any.
  public static var realTime: Self { Self() }
}
