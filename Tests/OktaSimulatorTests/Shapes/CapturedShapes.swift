import FlowHTTP
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The shapes of all captured pages beside the checkout, and how the org's pages are held to them.
enum CapturedShapes {
  /// What all of the captured pages show; `nil` where they are absent.
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

  /// How a shape of ours differs from the captured ones, where both have an element: a member that is
  /// nowhere there, one of a kind that it never has there, and one that is always there and not here.
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
      // An element of one capture shows what was so there, not what is always so.
      guard theirs.count >= usual else { continue }
      for (member, known) in theirs.members where known.count == theirs.count {
        guard element.members[member]?.count != element.count else { continue }
        found.append("\(name).\(member) is in every captured page")
      }
    }
    return found.filter { !KnownDifference.all.keys.contains($0) }.sorted()
  }

  /// How many captures tell what is always so.
  private static let usual = 5
}
