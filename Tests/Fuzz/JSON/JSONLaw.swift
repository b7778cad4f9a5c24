import FlowHTTP

/// The invariants of every text that may be JSON.
///
/// It is read or refused at a location within it, and the written value is read as the same.
enum JSONLaw {
  /// The law that a text breaks; `nil` if it satisfies all.
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
