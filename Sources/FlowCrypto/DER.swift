/// Writes the few structures that keys are handed over in (ITU-T X.690, the distinguished rules).
enum DER {
  static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    tagged(0x30, parts.flatMap { $0 })
  }

  /// A number that isn't negative, given by its bytes in network order.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    var bytes = Array(magnitude.drop { $0 == 0 })
    if bytes.first.map({ $0 >= 0x80 }) ?? true { bytes.insert(0, at: 0) }
    return tagged(0x02, bytes)
  }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { tagged(0x04, bytes) }

  /// Bits in whole bytes.
  static func bits(_ bytes: [UInt8]) -> [UInt8] { tagged(0x03, [0] + bytes) }

  /// An object identifier by its encoded arcs.
  static func identifier(_ arcs: [UInt8]) -> [UInt8] { tagged(0x06, arcs) }

  static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    if content.count < 0x80 {
      length = [UInt8(content.count)]
    } else {
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }
}
