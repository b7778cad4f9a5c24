/// Writes the elements of an XML document, each on its own line.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth: Int

  init(depth: Int = 0) { self.depth = depth }

  /// Writes the XML declaration.
  mutating func declaration() { bytes += #"<?xml version="1.0" encoding="UTF-8"?>"#.utf8 + [10] }

  /// Begins an element with children.
  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    begin(name, attributes)
    bytes += ">\n".utf8
    depth += 1
  }

  /// Ends an element.
  mutating func close(_ name: String) {
    depth -= 1
    indent()
    bytes += "</\(name)>\n".utf8
  }

  /// Writes an element that contains only a text, or nothing.
  mutating func element(_ name: String, _ attributes: [(String, String)], _ text: String?) {
    begin(name, attributes)
    guard let text else {
      bytes += "/>\n".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    XMLText.append(text, to: &bytes)
    bytes += "</\(name)>\n".utf8
  }

  private mutating func begin(_ name: String, _ attributes: [(String, String)]) {
    indent()
    bytes.append(UInt8(ascii: "<"))
    bytes += name.utf8
    for (name, value) in attributes {
      bytes += " \(name)=\"".utf8
      XMLText.append(value, to: &bytes, isAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func indent() {
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * max(0, depth))
  }
}
