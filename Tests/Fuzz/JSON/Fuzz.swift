/// The function that libFuzzer calls with each input: a broken law stops it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let broken = JSONLaw.broken(by: bytes) { fatalError(broken) }
  return 0
}
