/// A text whose escapes are decoded, in one or more layers.
///
/// The text can map each decoded byte back to its position in the original text.
struct DecodedText {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// The decoded escapes of each layer, in order.
  ///
  /// The outermost layer comes first.
  private var layers: [[Edge]] = []

  /// One escape: its position in the encoded text, and the position of its decoded bytes.
  private struct Edge {
    var source: Range<Int>
    var made: Range<Int>
  }

  /// The maximum number of layers.
  ///
  /// Three are enough for a secret in JSON, in an address, in a page.
  static let layersMax = 3

  /// Decodes the first layer of a text; `nil` if the text has no escape.
  init?(_ text: [UInt8]) {
    guard let first = Escape.first(in: text, from: 0) else { return nil }
    read(text, first)
  }

  /// Decodes the next layer; `nil` if the text has no more escapes.
  func decoded() -> DecodedText? {
    guard let first = Escape.first(in: bytes, from: 0) else { return nil }
    var layer = DecodedText(layers: layers)
    layer.read(bytes, first)
    return layer
  }

  private init(layers: [[Edge]]) {
    self.layers = layers
  }

  /// Decodes a text.
  ///
  /// The caller has already found the first escape of the text.
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

  /// Returns the range in the original text from which some of the decoded bytes come.
  func source(of range: Range<Int>) -> Range<Int> {
    layers.reversed().reduce(range) { range, edges in
      let first = DecodedText.source(of: range.lowerBound, edges).lowerBound
      return first..<DecodedText.source(of: range.upperBound - 1, edges).upperBound
    }
  }

  /// Returns the position of a decoded byte in the encoded text of one layer.
  private static func source(of index: Int, _ edges: [Edge]) -> Range<Int> {
    // The search finds the last escape that begins at or before the byte.
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

  /// Returns the decoded forms of a secret, one for each layer.
  ///
  /// The secret itself isn't included.
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
