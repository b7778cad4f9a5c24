/// A part of a page behind one reference.
///
/// Pages are handed about: copying a part with a dozen texts must not cost a reference for each.
@dynamicMemberLookup
struct Shared<Part: Sendable>: Sendable {
  private final class Box: Sendable {
    let part: Part

    init(_ part: consuming Part) {
      self.part = part
    }
  }

  private let box: Box

  init(_ part: consuming Part) {
    box = Box(part)
  }

  /// The part itself.
  var part: Part { box.part }

  /// A member of the part.
  @inline(__always)
  subscript<Member>(dynamicMember path: KeyPath<Part, Member>) -> Member {
    box.part[keyPath: path]
  }
}
