import FlowSyntax

/// A part of a text literal.
enum TextSegment {
  case text(String)
  /// `\(name)`
  case name(String, SourceRange)
}

/// Reads what a text literal says.
func segments(of text: Text, in source: SourceFile) -> [TextSegment] {
  let bytes = source.bytes
  let isLines = bytes[Int(text.range.start)...].starts(with: [34, 34, 34])
  let quotes = isLines ? 3 : 1
  var position = Int(text.range.start) + quotes
  let end = max(position, Int(text.range.end) - quotes)
  if text.isPlain { return [.text(String(decoding: bytes[position..<end], as: UTF8.self))] }
  var segments: [TextSegment] = []
  var run: [UInt8] = []
  while position < end {
    let byte = bytes[position]
    position += 1
    guard byte == 0x5C, position < end else {
      run.append(byte)
      continue
    }
    let escape = bytes[position]
    position += 1
    switch escape {
    case UInt8(ascii: "n"): run.append(0x0A)
    case UInt8(ascii: "t"): run.append(0x09)
    case UInt8(ascii: "u"):
      let close = bytes[position..<end].firstIndex(of: 125) ?? end
      let digits = String(decoding: bytes[min(position + 1, close)..<close], as: UTF8.self)
      if let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) {
        run += Array(String(Character(scalar)).utf8)
      }
      position = min(close + 1, end)
    case UInt8(ascii: "("):
      let close = bytes[position..<end].firstIndex(of: 41) ?? end
      segments.append(.text(String(decoding: run, as: UTF8.self)))
      run = []
      let range = SourceRange(UInt32(position), UInt32(close))
      segments.append(.name(source.text(range), range))
      position = min(close + 1, end)
    default: run.append(escape)
    }
  }
  segments.append(.text(String(decoding: run, as: UTF8.self)))
  return segments
}
