/// Numbered elements of which the newest are kept, up to a limit.
///
/// Its members can be specialized in other modules, because every request looks elements up.
/// A number says where its element is, so that looking one up takes no search and no dictionary.
package struct Ring<Element: Sendable & Hashable>: Sendable, Hashable {
  /// How many elements are kept.
  @usableFromInline package let limit: Int
  /// The number that the next element gets.
  @usableFromInline package internal(set) var next = 0
  @usableFromInline var slots: [Element] = []

  @inlinable package init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// The numbers of the elements that are kept.
  @inlinable package var numbers: Range<Int> { (next - slots.count)..<next }

  /// The element of a number, `nil` where it was dropped or never was; setting changes a kept one.
  @inlinable package subscript(number: Int) -> Element? {
    get {
      numbers.contains(number) ? slots[number % limit] : nil
    }
    set {
      guard let newValue, numbers.contains(number) else { return }
      slots[number % limit] = newValue
    }
  }

  /// Adds an element in the place of the oldest where there are as many as are kept.
  ///
  /// - Returns: the element that was dropped.
  @discardableResult
  @inlinable package mutating func append(_ element: Element) -> Element? {
    let slot = next % limit
    next += 1
    guard slot < slots.count else {
      slots.append(element)
      return nil
    }
    let dropped = slots[slot]
    slots[slot] = element
    return dropped
  }
}
