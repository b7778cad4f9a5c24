/// A part of a page, stored behind a single reference.
///
/// Pages are copied often. Copying a part with a dozen texts must not cost a reference count for
/// each.
@dynamicMemberLookup
struct Shared<Part: Sendable>: Sendable {
  /// An array of one element, which acts as a reference whose value can be filled in place.
  private var parts: [Part]

  /// Makes a part from an empty value, which is then filled in place.
  @inline(__always)
  init(_ empty: Part, _ fill: (inout Part) -> Void = { _ in }) {
    parts = []
    parts.reserveCapacity(1)
    // The value is moved; as an element of an array literal, it would be copied.
    parts.append(empty)
    fill(&parts[0])
  }

  /// The part's value.
  var part: Part { parts[0] }

  /// A member of the part.
  @inline(__always)
  subscript<Member>(dynamicMember path: KeyPath<Part, Member>) -> Member {
    parts[0][keyPath: path]
  }
}
