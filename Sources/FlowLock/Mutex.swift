#if canImport(Darwin)
package import Darwin
#else
package import Synchronization
#endif

/// A value that one thread at a time can access.
///
/// It has the functions of `Synchronization.Mutex`, which apps can only use from iOS 18, macOS 15,
/// tvOS 18 and watchOS 11.
@safe package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
  // An address that doesn't change, which a stored property wouldn't have.
  @usableFromInline package let lock: UnsafeMutablePointer<os_unfair_lock>
  @usableFromInline package let value: UnsafeMutablePointer<Value>
  #else
  @usableFromInline package let mutex: Synchronization.Mutex<Value>
  #endif

  /// Creates an unlocked mutex.
  ///
  /// - Parameter initialValue: The value to protect.
  @inlinable package init(_ initialValue: consuming sending Value) {
    #if canImport(Darwin)
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: os_unfair_lock())
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: initialValue)
    #else
    mutex = Synchronization.Mutex(initialValue)
    #endif
  }

  #if canImport(Darwin)
  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    unsafe lock.deallocate()
  }
  #endif

  /// Runs code while no other thread can access the value.
  ///
  /// - Parameter body: The code. It must not lock the same mutex again.
  /// - Returns: The result of the code.
  /// - Throws: The error of the code.
  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(Darwin)
    unsafe os_unfair_lock_lock(lock)
    defer { unsafe os_unfair_lock_unlock(lock) }
    return try unsafe body(&value.pointee)
    #else
    return try mutex.withLock(body)
    #endif
  }
}
