/// The logins of some users.
///
/// Many classes of users can have the same thousands of members. So the value has only the places
/// of the logins in a list that all values from one org share.
package struct UserLogins: Sendable, RandomAccessCollection {
  /// The list, usually the logins of all users of an org.
  private let list: [String]
  private let places: [Int32]

  /// Creates a value with all logins of a list.
  ///
  /// - Parameter list: The logins.
  package init(_ list: [String]) {
    self.init(list, at: list.indices)
  }

  /// Creates a value with some logins of a list.
  ///
  /// - Parameters:
  ///   - list: The list. It isn't copied.
  ///   - places: The places of the logins in the list.
  init(_ list: [String], at places: some Collection<Int>) {
    self.list = list
    self.places = places.map(Int32.init)
  }

  private init(_ list: [String], places: [Int32]) {
    self.list = list
    self.places = places
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { places.count }
  package subscript(position: Int) -> String { list[Int(places[position])] }

  /// Returns the logins for which a condition holds, in the same order.
  ///
  /// - Parameter isIncluded: The condition.
  /// - Returns: The logins, from the same list.
  package func filter(_ isIncluded: (String) -> Bool) -> UserLogins {
    UserLogins(list, places: places.filter { isIncluded(list[Int($0)]) })
  }

  /// Adds the logins of another value that aren't in this one.
  ///
  /// - Parameter others: The other value.
  package mutating func formUnion(_ others: UserLogins) {
    // Arrays that share their elements are equal without a look at the elements.
    if list == others.list {
      let known = Set(places)
      self = UserLogins(list, places: places + others.places.filter { !known.contains($0) })
    } else {
      let known = Set(self)
      self = UserLogins(Array(self) + others.lazy.filter { !known.contains($0) })
    }
  }
}

extension UserLogins: Hashable {
  package static func == (one: UserLogins, other: UserLogins) -> Bool {
    guard one.count == other.count else { return false }
    return one.list == other.list ? one.places == other.places : one.elementsEqual(other)
  }

  /// Hashes only the number of logins and the first one, because there may be thousands.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(first)
  }
}

extension UserLogins: ExpressibleByArrayLiteral {
  package init(arrayLiteral logins: String...) { self.init(logins) }
}
