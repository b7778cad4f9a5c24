import FlowHTTP
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A captured page beside the checkout.
enum CapturedPage {
  static let areThere = (try? json("okta-signin-widget/verify-ov-code-mfa.json")) != nil

  static func json(_ file: String) throws -> JSON {
    try JSON(parsing: Array(Data(contentsOf: SampleFolder.url.appending(path: file))))
  }

  /// The compared parts of a form: its own members, and its fields' members by their names, at any
  /// depth.
  static func shape(of form: JSON) -> [String: Set<String>] {
    var shape: [String: Set<String>] = [:]
    func visit(_ json: JSON, _ path: String) {
      switch json {
      case .array(let elements):
        for element in elements {
          visit(element, element["name"]?.string.map { "\(path)/\($0)" } ?? path)
        }
      case .object(let object):
        shape[path, default: []].formUnion(object.members.map(\.name))
        for member in object.members { visit(member.value, path) }
      default: break
      }
    }
    visit(form, "")
    return shape
  }

  /// Compares a form of a page with the form of the same name on a captured page.
  static func compare(
    _ name: String, of client: OrgClient, to file: String, besides known: Set<String> = []
  ) throws {
    let captured = try json(file)
    let theirs = captured["remediation"]?["value"]?.array?.first { $0["name"]?.string == name }
    let ours = shape(of: try #require(client.remediation(name)))
    let expected = shape(of: try #require(theirs))
    #expect(Set(ours.keys) == Set(expected.keys), "\(name)")
    for (path, members) in ours {
      #expect(members.subtracting(known) == expected[path]?.subtracting(known), "\(name)\(path)")
    }
  }
}
