/// The capacity and the blocks of a QR code version (ISO/IEC 18004, table 9, level L).
struct QRLayout {
  /// The version, from 1 to 40; each version is four modules larger than the previous version.
  let version: Int

  /// Returns the smallest version for a number of bytes; `nil` if none is large enough.
  static func holding(_ count: Int) -> QRLayout? {
    (1...40).lazy.map(QRLayout.init).first { layout in
      count < 1 << layout.lengthBits && 4 + layout.lengthBits + count * 8 <= layout.dataCount * 8
    }
  }

  var size: Int { version * 4 + 17 }

  /// The number of bits that encode the number of bytes.
  private var lengthBits: Int { version < 10 ? 8 : 16 }

  /// The total number of codewords.
  private var codewordCount: Int {
    var modules = (16 * version + 128) * version + 64
    if version >= 2 {
      let marks = version / 7 + 2
      modules -= (25 * marks - 10) * marks - 55
      if version >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// The number of error correction codewords in a block, by version.
  private static let corrections = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30,
    26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
  private static let blocks = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15,
    16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ]

  private var correction: Int { QRLayout.corrections[version - 1] }
  private var blockCount: Int { QRLayout.blocks[version - 1] }
  private var dataCount: Int { codewordCount - correction * blockCount }

  /// The coordinates of the alignment patterns, the small squares that help a scanner find rows and
  /// columns.
  ///
  /// Each pair of coordinates is the center of a pattern, except at the three finder patterns.
  var alignment: [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }

  // MARK: Codewords

  /// Returns the codewords: the header, the bytes and the padding.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, lengthBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCount * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var codewords = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while codewords.count < dataCount {
      codewords.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return codewords
  }

  /// Returns the blocks with their error correction codewords, interleaved.
  func interleaved(_ data: [UInt8]) -> [UInt8] {
    let whole = codewordCount / blockCount
    let short = blockCount - codewordCount % blockCount
    let generator = ReedSolomon(degree: correction)
    var blocks: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
    var start = 0
    for index in 0..<blockCount {
      let end = start + whole - correction + (index < short ? 0 : 1)
      blocks.append((data[start..<end], generator.remainder(of: data[start..<end])))
      start = end
    }
    var all: [UInt8] = []
    for place in 0...whole - correction {
      for block in blocks where place < block.data.count {
        all.append(block.data[block.data.startIndex + place])
      }
    }
    for place in 0..<correction { all += blocks.map { $0.correction[place] } }
    return all
  }
}

/// Computes Reed-Solomon remainders, with which a scanner corrects errors.
///
/// The polynomials are over the field of 256 elements that x⁸ + x⁴ + x³ + x² + 1 makes.
private struct ReedSolomon {
  private let coefficients: [UInt8]

  init(degree: Int) {
    var coefficients = Array(repeating: UInt8(0), count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        coefficients[index] = ReedSolomon.product(coefficients[index], root)
        if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
      }
      root = ReedSolomon.product(root, 2)
    }
    self.coefficients = coefficients
  }

  func remainder(of data: ArraySlice<UInt8>) -> [UInt8] {
    var rest = Array(repeating: UInt8(0), count: coefficients.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in rest.indices {
        rest[index] ^= ReedSolomon.product(coefficients[index], factor)
      }
    }
    return rest
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for index in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) &* 0x1D
      if right >> UInt8(index) & 1 == 1 { product ^= left }
    }
    return product
  }
}
