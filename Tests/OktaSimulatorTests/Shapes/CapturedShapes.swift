import FlowHTTP
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The shapes of all captured pages beside the checkout, and the comparison of the org's pages with
/// them.
enum CapturedShapes {
  /// The shape of all captured pages; `nil` if they are absent.
  static let shape: PageShape? = {
    let names = try? FileManager.default.subpathsOfDirectory(atPath: SampleFolder.url.path())
    var shape = PageShape()
    for name in names ?? [] where name.hasSuffix(".json") {
      guard let data = try? Data(contentsOf: SampleFolder.url.appending(path: name)),
        let page = try? JSON(parsing: Array(data)), page["version"] != nil
      else { continue }
      shape.add(page: page)
    }
    return shape.elements.isEmpty ? nil : shape
  }()

  /// The differences of our shape from the captured ones, for elements that both have.
  ///
  /// A difference is a member that never occurs there, one of a type that it never has there, or
  /// one that always occurs there and not here.
  static func differences(of ours: PageShape) -> [String] {
    guard let captured = shape else { return [] }
    var found: [String] = []
    for (name, element) in ours.elements {
      guard let theirs = captured.elements[name] else { continue }
      for (member, seen) in element.members {
        guard let known = theirs.members[member] else {
          found.append("\(name).\(member) is in no captured page")
          continue
        }
        for kind in seen.kinds.subtracting(known.kinds) {
          found.append("\(name).\(member) is never a \(kind) in a captured page")
        }
      }
      // An element of one capture shows one case, not a rule.
      guard theirs.count >= usual else { continue }
      for (member, known) in theirs.members where known.count == theirs.count {
        guard element.members[member]?.count != element.count else { continue }
        found.append("\(name).\(member) is in every captured page")
      }
    }
    return found.filter { !KnownDifference.all.keys.contains($0) }.sorted()
  }

  /// The number of captures that establish a rule.
  private static let usual = 5
}
