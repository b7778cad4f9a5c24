/// Numbered elements of which the latest are kept, up to a limit.
///
/// Its members can be specialized in other modules, because every request looks up elements. A
/// number determines the position of its element, so a lookup takes no search and no dictionary.
package struct Ring<Element: Sendable & Hashable>: Sendable, Hashable {
  /// The maximum number of elements.
  @usableFromInline package let limit: Int
  /// The number of the next element.
  @usableFromInline package internal(set) var next = 0
  @usableFromInline var slots: [Element] = []

  @inlinable package init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// The numbers of the elements that are kept.
  @inlinable package var numbers: Range<Int> { (next - slots.count)..<next }

  /// The element with a number; `nil` if it was dropped or never existed.
  ///
  /// Setting changes a kept one.
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
  /// - Returns: The dropped element.
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
