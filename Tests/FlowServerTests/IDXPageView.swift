import FlowHTTP
import TestSupport

/// What a client looks for in a page of the Identity Engine.
struct IDXPageView {
  var json: JSON

  var stateHandle: String { json["stateHandle"]?.string ?? "" }
  var remediations: [JSON] { json["remediation"]?["value"]?.array ?? [] }
  var steps: [String] { remediations.compactMap { $0["name"]?.string } }

  func form(_ name: String) -> JSON? { remediations.first { $0["name"]?.string == name } }

  /// The form of an authenticator's option by its label.
  func option(_ label: String) -> [JSON] {
    let field = form("select-authenticator-authenticate")?["value"]?.array?
      .first { $0["name"] == "authenticator" }
    let option = field?["options"]?.array?.first { $0["label"]?.string == label }
    return option?["value"]?["form"]?["value"]?.array ?? []
  }

  /// Everything in a document, and itself.
  static func all(_ json: JSON) -> [JSON] {
    switch json {
    case .array(let elements): [json] + elements.flatMap(all)
    case .object(let object): [json] + object.members.flatMap { all($0.value) }
    default: [json]
    }
  }

  /// What a path such as `$.authenticatorEnrollments.value[0]` refers to.
  func resolve(_ path: String) -> JSON? {
    guard path.hasPrefix("$.") else { return nil }
    var at: JSON? = json
    for part in path.dropFirst(2).split(separator: ".") {
      let pieces = part.split(separator: "[")
      at = at?[String(pieces[0])]
      for index in pieces.dropFirst() {
        let elements = at?.array ?? []
        guard let number = Int(index.dropLast()), elements.indices.contains(number) else {
          return nil
        }
        at = elements[number]
      }
    }
    return at
  }
}

extension RawAnswer {
  /// The page of the Identity Engine that the body is.
  var page: IDXPageView { IDXPageView(json: json) }
}
