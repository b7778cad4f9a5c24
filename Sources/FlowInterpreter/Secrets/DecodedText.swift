/// A text with one or more layers of escapes decoded, which maps each byte to its origin in the
/// whole text.
struct DecodedText {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// The decoded escapes, in order, for each layer from the outermost on.
  private var layers: [[Edge]] = []

  /// One escape: its position, and the position of the decoded bytes.
  private struct Edge {
    var source: Range<Int>
    var made: Range<Int>
  }

  /// The most layers of escapes: a secret in JSON, in an address, in a page.
  static let layersMax = 3

  /// Reads the first layer of a text; `nil` if it has no escape.
  init?(_ text: [UInt8]) {
    guard let first = Escape.first(in: text, from: 0) else { return nil }
    read(text, first)
  }

  /// Reads the next layer; `nil` if there is none.
  func decoded() -> DecodedText? {
    guard let first = Escape.first(in: bytes, from: 0) else { return nil }
    var layer = DecodedText(layers: layers)
    layer.read(bytes, first)
    return layer
  }

  private init(layers: [[Edge]]) {
    self.layers = layers
  }

  /// Decodes a text from its first escape on.
  private mutating func read(_ text: [UInt8], _ first: (index: Int, escape: Escape)) {
    var edges: [Edge] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    var next: (index: Int, escape: Escape)? = first
    while let (found, escape) = next {
      bytes += text[index..<found]
      index = found + escape.length
      let made = bytes.count
      escape.write(to: &bytes)
      edges.append(Edge(source: found..<index, made: made..<bytes.count))
      next = Escape.first(in: text, from: index)
    }
    bytes += text[index...]
    layers.append(edges)
  }

  /// Returns the range in the whole text of some of the bytes.
  func source(of range: Range<Int>) -> Range<Int> {
    layers.reversed().reduce(range) { range, edges in
      let first = DecodedText.source(of: range.lowerBound, edges).lowerBound
      return first..<DecodedText.source(of: range.upperBound - 1, edges).upperBound
    }
  }

  /// Returns the position of a byte in the text around one layer.
  private static func source(of index: Int, _ edges: [Edge]) -> Range<Int> {
    // The last escape that isn't after it.
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle].made.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return index..<index + 1 }
    let edge = edges[low - 1]
    if edge.made.contains(index) { return edge.source }
    let start = edge.source.upperBound + index - edge.made.upperBound
    return start..<start + 1
  }

  /// Returns the decoded forms of a secret, layer by layer, without the secret itself.
  static func layers(of secret: [UInt8]) -> [[UInt8]] {
    var layers: [[UInt8]] = []
    var layer = DecodedText(secret)
    while let read = layer, layers.count < layersMax {
      layers.append(read.bytes)
      layer = read.decoded()
    }
    return layers
  }
}
