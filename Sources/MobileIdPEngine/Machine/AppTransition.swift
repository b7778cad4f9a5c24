/// The transition table of the client's or the provider's app.
public protocol AppTable {
  /// A row's number, such as `P1`.
  associatedtype ID: Sendable, Hashable, CustomStringConvertible
  /// The app's states.
  associatedtype Place: Sendable, Hashable, CaseIterable, RawRepresentable
  where Place.RawValue == String

  /// All rows, in the order of their numbers.
  static var table: [AppTransition<Self>] { get }
}

/// A row of an app's transition table.
///
/// Graphs and documents are made from the table. The reducer reports each row that it took, so that
/// a test can compare the reducer with the table.
public struct AppTransition<App: AppTable>: Sendable, Hashable {
  /// A row's number, such as `P1`.
  public typealias ID = App.ID
  /// The app's states.
  public typealias Place = App.Place

  /// The row's number.
  public var id: ID
  /// The states in which the row applies.
  public var from: [Place]
  /// The event, in words.
  public var event: String
  /// The condition, in words; empty if there is none.
  public var condition: String
  /// The action, in words; empty if there is none.
  public var action: String
  /// The next state; `nil` if the state stays the same.
  public var to: Place?

  /// All rows, in the order of their numbers.
  public static var table: [AppTransition] { App.table }

  /// A row that the reducer took, with the states before and after it.
  public struct Taken: Sendable, Hashable {
    /// The row's number.
    public var id: ID
    /// The state before the row.
    public var from: Place
    /// The state after the row.
    public var to: Place

    /// Makes a record of a row.
    public init(_ id: ID, from: Place, to: Place) {
      self.id = id
      self.from = from
      self.to = to
    }
  }

  init(
    _ id: ID, from: [Place], _ event: String, when condition: String = "",
    _ action: String = "", to: Place? = nil
  ) {
    self.id = id
    self.from = from
    self.event = event
    self.condition = condition
    self.action = action
    self.to = to
  }
}
