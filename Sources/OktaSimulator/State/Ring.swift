/// Numbered elements of which the newest are kept, up to a limit.
///
/// A number says where its element is, so that looking one up takes no search and no dictionary.
struct Ring<Element: Sendable & Hashable>: Sendable, Hashable {
  /// How many elements are kept.
  let limit: Int
  /// The number that the next element gets.
  private(set) var next = 0
  private var slots: [Element] = []

  init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// The numbers of the elements that are kept.
  var numbers: Range<Int> { (next - slots.count)..<next }

  /// The element of a number, `nil` where it was dropped or never was; setting changes a kept one.
  subscript(number: Int) -> Element? {
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
  mutating func append(_ element: Element) -> Element? {
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
