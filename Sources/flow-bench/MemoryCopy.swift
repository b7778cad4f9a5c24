/// Copies bytes: the fastest possible operation that reads them all.
enum MemoryCopy {
  /// Returns a copy of bytes, in separate memory.
  static func copy(_ bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = unsafe buffer.update(fromContentsOf: bytes)
    }
  }
}
