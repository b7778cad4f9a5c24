import FlowHTTP

/// What must hold of every text that may be JSON: it is read or refused at a place within it, and
/// what was read is written so that it is read as the same.
enum JSONLaw {
  /// The law that a text breaks; `nil` where it keeps all.
  static func broken(by bytes: [UInt8]) -> String? {
    let value: JSON
    do {
      value = try JSON(parsing: bytes)
    } catch {
      return 0...bytes.count ~= error.offset ? nil : "a failure is out of the text"
    }
    let written = value.bytes()
    guard let again = try? JSON(parsing: written) else { return "what is written can't be read" }
    guard again == value else { return "what is written is read as another value" }
    return again.bytes() == written ? nil : "the same value is written in two ways"
  }
}
