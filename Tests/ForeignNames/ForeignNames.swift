/// A type of another package.
///
/// It stands for the types of networking and JSON packages. An app that imports such a package and
/// `FlowSignIn` must get the package's types by their names.
public struct ForeignType: Sendable {
  /// Makes a value.
  public init() {}
}

/// The type that another package calls `HTTPMethod`.
public typealias HTTPMethod = ForeignType
/// The type that another package calls `HTTPHeaders`.
public typealias HTTPHeaders = ForeignType
/// The type that another package calls `HTTPRequest`.
public typealias HTTPRequest = ForeignType
/// The type that another package calls `HTTPResponse`.
public typealias HTTPResponse = ForeignType
/// The type that another package calls `JSON`.
public typealias JSON = ForeignType
/// The type that another package calls `JSONObject`.
public typealias JSONObject = ForeignType
/// The type that another package calls `Message`.
public typealias Message = ForeignType
/// The type that another package calls `Field`.
public typealias Field = ForeignType
/// The type that another package calls `Fact`.
public typealias Fact = ForeignType
/// The type that another package calls `Outcome`.
public typealias Outcome = ForeignType
/// The type that another package calls `Redirect`.
public typealias Redirect = ForeignType
/// The type that another package calls `Step`.
public typealias Step = ForeignType
/// The type that another package calls `Transport`.
public typealias Transport = ForeignType
/// The type that another package calls `Value`.
public typealias Value = ForeignType
