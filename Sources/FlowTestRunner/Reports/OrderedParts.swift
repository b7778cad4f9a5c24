import FlowText

/// Sorts the parts of a report by file and line.
///
/// There is one part for each flow.
///
/// Flows end in any order. The parts are kept in a spool, and the memory contains only their
/// positions.
struct OrderedParts {
  private var spool: any ReportSpool
  private var end = 0
  private var files: [String: Int] = [:]
  private var parts: [Part] = []

  private struct Part {
    var file: Int
    var line: Int
    var start: Int
    var count: Int
  }

  init(_ spool: any ReportSpool) { self.spool = spool }

  /// Adds a part.
  mutating func add(_ bytes: [UInt8], file: String, line: Int) throws(PlainFailure) {
    try spool.append(bytes)
    let number = files[file] ?? files.count
    files[file] = number
    parts.append(Part(file: number, line: line, start: end, count: bytes.count))
    end += bytes.count
  }

  /// Calls the closures for all parts, in order.
  ///
  /// - Parameters:
  ///   - begin: Called before the parts of a file.
  ///   - end: Called after the parts of a file.
  ///   - part: Called for each part.
  /// - Throws: `PlainFailure` from the spool or a closure.
  func forEach(
    begin: (String) throws(PlainFailure) -> Void,
    end: (String) throws(PlainFailure) -> Void,
    part: ([UInt8]) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    let names = files.keys.sorted()
    var places = [Int](repeating: 0, count: names.count)
    for (place, name) in names.enumerated() { places[files[name] ?? 0] = place }
    // The rows of one flow have the same line. They stay in the order in which they ended.
    let sorted = parts.sorted { left, right in
      (places[left.file], left.line, left.start) < (places[right.file], right.line, right.start)
    }
    var open: String?
    for item in sorted {
      let name = names[places[item.file]]
      if name != open {
        if let open { try end(open) }
        try begin(name)
        open = name
      }
      try part(try spool.read(item.start..<item.start + item.count))
    }
    if let open { try end(open) }
  }
}
