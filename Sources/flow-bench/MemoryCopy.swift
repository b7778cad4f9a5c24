/// Moving bytes: as fast as anything can be that reads them all.
enum MemoryCopy {
  /// A copy of bytes, in memory of its own.
  static func copy(_ bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = unsafe buffer.update(fromContentsOf: bytes)
    }
  }
}
