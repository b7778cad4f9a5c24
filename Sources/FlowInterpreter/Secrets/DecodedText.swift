/// A text with a layer of its escapes read, which knows where in the whole text each byte comes from.
struct DecodedText {
  /// The bytes that the escapes stand for, and those that are no escape.
  private(set) var bytes: [UInt8] = []
  /// The escapes that were read, in order, in each layer from the outermost on.
  private var layers: [[Edge]] = []

  /// One escape: where it was, and where what it stands for is.
  private struct Edge {
    var source: Range<Int>
    var made: Range<Int>
  }

  /// How many layers of escapes are read: a secret in JSON, in an address, in a page.
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

  /// Takes over a text from its first escape on.
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

  /// The place in the whole text of some of the bytes.
  func source(of range: Range<Int>) -> Range<Int> {
    layers.reversed().reduce(range) { range, edges in
      let first = DecodedText.source(of: range.lowerBound, edges).lowerBound
      return first..<DecodedText.source(of: range.upperBound - 1, edges).upperBound
    }
  }

  /// The place of a byte in the text around one layer.
  private static func source(of index: Int, _ edges: [Edge]) -> Range<Int> {
    // The last escape that isn't behind it.
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

  /// What a secret is once its own escapes are read, layer by layer; without the secret itself.
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
