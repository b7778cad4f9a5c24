/// What libFuzzer calls with each input: where the law is broken it stops.
///
/// An input that begins with a byte that no text has says how to generate a script; any other is one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let broken =
    bytes.first == 0xFF
    ? GeneratedScript(random: ByteSource(bytes[1...])).broken(mutants: 1)
    : ScriptLaw.broken(by: bytes)
  if let broken { fatalError(broken) }
  return 0
}

/// Bytes as a source of chance, so that what a fuzzer changes is a decision of the generator; after
/// their end it goes on with numbers of its own, or a generator might wait for another one for ever.
struct ByteSource: RandomNumberGenerator {
  private var rest: ArraySlice<UInt8>
  private var last: UInt64 = 1

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> UInt64 {
    // A decision has few outcomes, and the standard library takes them from the highest bits.
    if let byte = rest.popFirst() { return UInt64(byte) << 56 }
    last = last &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return last
  }
}
