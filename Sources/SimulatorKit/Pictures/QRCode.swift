/// A text as a QR code (ISO/IEC 18004), in byte mode with the lowest error correction.
///
/// The mask is always the same. Scanners accept any mask, and the texts here have no pattern that
/// would make a code unreadable.
struct QRCode {
  /// The number of modules along a side.
  let size: Int
  /// Whether each module is dark, row by row.
  private(set) var modules: [Bool]
  /// Whether each module belongs to a fixed pattern, and not to the data.
  private var isFixed: [Bool]

  /// Creates a code; `nil` if there are more bytes than the largest code has room for.
  init?(_ bytes: [UInt8]) {
    guard let layout = QRLayout.holding(bytes.count) else { return nil }
    size = layout.size
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    drawPatterns(layout)
    draw(layout.interleaved(layout.codewords(of: bytes)))
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && (x + y) % 2 == 0 {
        modules[y * size + x].toggle()
      }
    }
  }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  // MARK: Patterns

  private mutating func drawPatterns(_ layout: QRLayout) {
    for place in 0..<size {
      fix(6, place, place % 2 == 0)
      fix(place, 6, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for row in -4...4 {
        for column in -4...4 {
          let ring = max(abs(row), abs(column))
          fix(x + column, y + row, ring != 2 && ring != 4)
        }
      }
    }
    let places = layout.alignment
    for x in places {
      for y in places {
        let isAtFinder =
          (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
        guard !isAtFinder else { continue }
        for row in -2...2 {
          for column in -2...2 { fix(x + column, y + row, max(abs(row), abs(column)) != 1) }
        }
      }
    }
    drawFormat()
    if layout.version >= 7 { drawVersion(layout.version) }
  }

  /// Draws both copies of the format: the level of error correction and the mask.
  private mutating func drawFormat() {
    let data = 0b01_000
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9..<15 { fix(14 - index, 8, bit(index)) }
    for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  private mutating func drawVersion(_ version: Int) {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for index in 0..<18 {
      let (far, near) = (size - 11 + index % 3, index / 3)
      fix(far, near, bits >> index & 1 == 1)
      fix(near, far, bits >> index & 1 == 1)
    }
  }

  // MARK: Data

  /// Draws the bits outside of the patterns, two columns at a time from the right, alternately up
  /// and down.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] && index < codewords.count * 8 {
          modules[y * size + x] = codewords[index >> 3] >> (7 - UInt8(index & 7)) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }
}
