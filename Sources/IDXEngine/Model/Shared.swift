/// A part of a page behind one reference.
///
/// Pages are passed around: copying a part with a dozen texts must not cost a reference for each.
@dynamicMemberLookup
struct Shared<Part: Sendable>: Sendable {
  /// The one part: an array is a reference that can be filled in place.
  private var parts: [Part]

  /// Makes a part from an empty value that is filled in its final location.
  @inline(__always)
  init(_ empty: Part, _ fill: (inout Part) -> Void = { _ in }) {
    parts = []
    parts.reserveCapacity(1)
    // Moved there; an element of a literal would be copied.
    parts.append(empty)
    fill(&parts[0])
  }

  /// The part itself.
  var part: Part { parts[0] }

  /// A member of the part.
  @inline(__always)
  subscript<Member>(dynamicMember path: KeyPath<Part, Member>) -> Member {
    parts[0][keyPath: path]
  }
}
