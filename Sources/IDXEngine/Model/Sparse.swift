/// A part that is usually absent, kept behind one reference: pages are handed about, and copying
/// one must not cost a reference for each of the many parts that it doesn't have.
@propertyWrapper
struct Sparse<Part: Sendable>: Sendable {
  private var parts: [Part] = []

  var wrappedValue: Part? {
    get { parts.first }
    set { parts = newValue.map { [$0] } ?? [] }
  }
}
