import FlowEngine

extension MessageBundle {
  /// Reads a bundle's lines as they are written down: the command, then a line `NAME=value` each;
  /// `nil` if a value isn't UTF-8, which no text of a bundle is.
  ///
  /// A command that is left out is the one that the keys tell. What has too many bytes or lines becomes
  /// a bundle that no profile reads.
  ///
  /// - Parameter bytes: The lines; their line breaks end with a line feed.
  public init?(lines bytes: [UInt8]) {
    let text = MessageText(bundle: bytes)
    guard bytes.count <= MessageLimits.urlBytes else {
      self.init("", [Entry("", Secret(String(decoding: bytes, as: UTF8.self)))])
      return
    }
    let written = text.text(text.commandRange)
    self.init(written.isEmpty ? text.command?.rawValue ?? "" : written, [])
    for part in text.parts {
      guard let value = part.value else { return nil }
      entries.append(Entry(part.rawName, Secret(value)))
    }
    // One more than are read stands for all that were not.
    if text.findings.contains(where: { $0.kind == .tooMany }) {
      entries.append(Entry("", Secret("")))
    }
  }
}
