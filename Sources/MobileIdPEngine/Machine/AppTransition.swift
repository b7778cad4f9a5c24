/// The transition table of one of the two apps.
public protocol AppTable {
  /// The number of a row.
  associatedtype ID: Sendable, Hashable, CustomStringConvertible
  /// The app's states.
  associatedtype Place: Sendable, Hashable, CaseIterable, RawRepresentable
  where Place.RawValue == String

  /// All rows, in the order of their numbers.
  static var table: [AppTransition<Self>] { get }
}

/// A row of an app's transition table.
///
/// The table is data for graphs and documents. With each step the reducer reports the row that it
/// took, so that a test can check one against the other.
public struct AppTransition<App: AppTable>: Sendable, Hashable {
  /// The number of a row.
  public typealias ID = App.ID
  /// The app's states.
  public typealias Place = App.Place

  /// Its number.
  public var id: ID
  /// The states that it leads from.
  public var from: [Place]
  /// The event.
  public var event: String
  /// The condition, in words; empty if there is none.
  public var condition: String
  /// The action, in words; empty if there is none.
  public var action: String
  /// The state that it leads to; `nil` if the state stays.
  public var to: Place?

  /// All rows, in the order of their numbers.
  public static var table: [AppTransition] { App.table }

  /// A row that was taken.
  public struct Taken: Sendable, Hashable {
    /// Its number.
    public var id: ID
    /// The state before.
    public var from: Place
    /// The state after.
    public var to: Place

    /// Makes one.
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
