import FlowHTTP
import TestSupport

/// The parts of an Identity Engine page that a client looks for.
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

  /// Every value in a document, including itself.
  static func all(_ json: JSON) -> [JSON] {
    switch json {
    case .array(let elements): [json] + elements.flatMap(all)
    case .object(let object): [json] + object.members.flatMap { all($0.value) }
    default: [json]
    }
  }

  /// The value that a path such as `$.authenticatorEnrollments.value[0]` refers to.
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
  /// The body as a page of the Identity Engine.
  var page: IDXPageView { IDXPageView(json: json) }
}
