/// The parts of an address or a reference, such as `module.a["k.l"].okta_group.x[0].id`.
///
/// A key may have any characters, so the text is never just split at dots.
struct TerraformAddress {
  /// A name with its key in brackets, if it has one.
  struct Part: Hashable {
    var name: String
    /// The key with its brackets, such as `["k"]`; empty if there is none.
    var key: String

    var text: String { name + key }
  }

  private(set) var parts: [Part] = []

  /// Splits an address at the dots that are outside of brackets.
  init(_ text: String) {
    var part = Part(name: "", key: "")
    var isInKey = false
    var isQuoted = false
    var isEscaped = false
    for character in text.unicodeScalars {
      if !isInKey, character == "." {
        parts.append(part)
        part = Part(name: "", key: "")
        continue
      }
      if !isInKey, character == "[" { isInKey = true }
      if isInKey {
        part.key.unicodeScalars.append(character)
      } else {
        part.name.unicodeScalars.append(character)
      }
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if isInKey, character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "]" {
        isInKey = false
      }
    }
    parts.append(part)
  }

  /// The calls of modules in the address of a module, from the root to the module.
  static func calls(_ module: String) -> [Part] {
    let parts = module.isEmpty ? [] : TerraformAddress(module).parts
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
  }

  /// The address of a module that some calls lead to.
  static func module(_ calls: some Sequence<Part>) -> String {
    calls.map { "module.\($0.text)" }.joined(separator: ".")
  }
}
