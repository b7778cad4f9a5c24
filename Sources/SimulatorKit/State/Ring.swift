/// A list of numbered elements that keeps only the latest elements.
///
/// Every request looks up elements. So the members can be specialized in other modules, and a
/// number determines the position of its element without a search.
package struct Ring<Element: Sendable & Hashable>: Sendable, Hashable {
  /// The maximum number of elements.
  @usableFromInline package let limit: Int
  /// The number of the next element.
  @usableFromInline package internal(set) var next = 0
  @usableFromInline var slots: [Element] = []

  @inlinable package init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// The numbers of the elements in the ring.
  @inlinable package var numbers: Range<Int> { (next - slots.count)..<next }

  /// The element with a number; `nil` if it was dropped or never existed.
  ///
  /// Setting a value changes an element that is still in the ring.
  @inlinable package subscript(number: Int) -> Element? {
    get {
      numbers.contains(number) ? slots[number % limit] : nil
    }
    set {
      guard let newValue, numbers.contains(number) else { return }
      slots[number % limit] = newValue
    }
  }

  /// Adds an element, and drops the oldest one if the limit is reached.
  ///
  /// - Returns: The dropped element; `nil` if none was dropped.
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
