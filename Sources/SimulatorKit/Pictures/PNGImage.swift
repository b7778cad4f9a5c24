package import FlowHTTP

/// A PNG picture of a QR code (ISO/IEC 15948).
///
/// The file also contains the code's text, for programs that can't read the picture.
package struct PNGImage {
  let bytes: [UInt8]

  /// Makes a picture of a QR code, with the light border that scanners need.
  init(_ code: QRCode, text: [UInt8]) {
    let (border, scale) = (4, 4)
    let side = (code.size + border * 2) * scale
    var rows: [UInt8] = []
    for y in 0..<side {
      var row = Array(repeating: UInt8(0xFF), count: (side + 7) / 8)
      let line = y / scale - border
      if (0..<code.size).contains(line) {
        for x in 0..<code.size * scale where code.modules[line * code.size + x / scale] {
          let place = x + border * scale
          row[place >> 3] &= ~(0x80 >> UInt8(place & 7))
        }
      }
      // Zero means that the row has no filter.
      rows.append(0)
      rows += row
    }
    var all: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // The picture has one bit for each pixel, is grayscale and isn't interlaced.
    all += PNGImage.chunk("IHDR", PNGImage.word(side) + PNGImage.word(side) + [1, 0, 0, 0, 0])
    all += PNGImage.chunk("tEXt", Array("Description".utf8) + [0] + text)
    all += PNGImage.chunk("IDAT", PNGImage.stored(rows))
    all += PNGImage.chunk("IEND", [])
    bytes = all
  }

  /// A `data:` URL that contains the whole picture (RFC 2397).
  var address: String { "data:image/png;base64," + Base64.encode(bytes) }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return word(data.count) + body + word(Int(checksum(body)))
  }

  /// Returns the data in uncompressed blocks (RFC 1950; RFC 1951, section 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var all: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      all.append(rest.isEmpty ? 1 : 0)
      for half in [length, ~length] {
        all += [UInt8(truncatingIfNeeded: half), UInt8(truncatingIfNeeded: half >> 8)]
      }
      all += block
    } while !rest.isEmpty
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return all + word(Int(high << 16 | low))
  }

  /// Returns the CRC of ISO/IEC 15948, annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum = UInt32.max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1
      }
    }
    return ~checksum
  }
}

extension PNGImage {
  /// Returns the JSON of a page for a text to scan: the picture, or only the text if it is too
  /// long.
  package static func embedded(_ text: String) -> JSON {
    let bytes = Array(text.utf8)
    guard let code = QRCode(bytes) else {
      return [
        "method": "embedded", "href": .string("data:text/plain;base64," + Base64.encode(bytes)),
        "type": "text/plain",
      ]
    }
    return [
      "method": "embedded", "href": .string(PNGImage(code, text: bytes).address),
      "type": "image/png",
    ]
  }
}
