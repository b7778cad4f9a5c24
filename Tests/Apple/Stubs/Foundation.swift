// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of Foundation that the package uses.
public protocol ContiguousBytes {}
public protocol DataProtocol: RandomAccessCollection
where Element == UInt8, SubSequence: DataProtocol {}

public struct Data: Sendable, Hashable, RandomAccessCollection, DataProtocol, ContiguousBytes {
  private var bytes: [UInt8] = []
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { bytes = Array(elements) }
  public var startIndex: Int { bytes.startIndex }
  public var endIndex: Int { bytes.endIndex }
  public subscript(index: Int) -> UInt8 { bytes[index] }
  public subscript(range: Range<Int>) -> Data { Data(bytes[range]) }
}

extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}

// A cast between Core Foundation and Swift has the compiler's bridging behind it, which exists only
// with Objective-C. The types are the same here.
public typealias CFString = String
public typealias CFData = Data
public typealias CFDictionary = [AnyHashable: Any]

public typealias TimeInterval = Double

open class NSObject {
  public init() {}
}

public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

public struct Date: Sendable {
  public var timeIntervalSinceNow: TimeInterval { 0 }
}

public struct URL: Sendable, Hashable {
  public init?(string: String) { nil }
}

public struct URLRequest: Sendable {
  public init(url: URL) {}
  public var httpMethod: String?
  public var timeoutInterval: TimeInterval = 0
  public var httpBody: Data?
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
  public var url: URL? { nil }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public var statusCode: Int { 0 }
  public var allHeaderFields: [AnyHashable: Any] { [:] }
}

open class HTTPCookie: NSObject, @unchecked Sendable {
  public enum AcceptPolicy: UInt, Sendable {
    case always
    case never
    case onlyFromMainDocumentDomain
  }

  public class func cookies(
    withResponseHeaderFields fields: [String: String], for url: URL
  ) -> [HTTPCookie] { [] }
  public var name: String { "" }
  public var value: String { "" }
  public var path: String { "" }
  public var domain: String { "" }
  public var isSecure: Bool { false }
  public var expiresDate: Date? { nil }
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  public var httpCookieStorage: HTTPCookieStorage?
  public var httpShouldSetCookies = true
  public var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.always
  public var urlCache: URLCache?
  public var urlCredentialStorage: URLCredentialStorage?
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
// The methods of the protocol are optional, which Swift has only with Objective-C. A stub demands the
// one that the package has, so that a wrong signature doesn't go unnoticed.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}

open class URLSession: NSObject, @unchecked Sendable {
  public init(configuration: URLSessionConfiguration) {}

  public struct AsyncBytes: AsyncSequence, Sendable {
    public typealias Element = UInt8
    public var task: URLSessionDataTask { URLSessionDataTask() }
    public struct AsyncIterator: AsyncIteratorProtocol {
      public mutating func next() async throws -> UInt8? { nil }
    }
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
  }

  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    throw URLError(.badURL)
  }
}

public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let cancelled = Code(rawValue: -999)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let unsupportedURL = Code(rawValue: -1002)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let cannotConnectToHost = Code(rawValue: -1004)
    public static let dnsLookupFailed = Code(rawValue: -1006)
    public static let notConnectedToInternet = Code(rawValue: -1009)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let cannotDecodeRawData = Code(rawValue: -1015)
    public static let cannotDecodeContentData = Code(rawValue: -1016)
    public static let cannotParseResponse = Code(rawValue: -1017)
    public static let appTransportSecurityRequiresSecureConnection = Code(rawValue: -1022)
    public static let dataLengthExceedsMaximum = Code(rawValue: -1103)
    public static let secureConnectionFailed = Code(rawValue: -1200)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    public static let clientCertificateRejected = Code(rawValue: -1205)
    public static let clientCertificateRequired = Code(rawValue: -1206)
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
}

extension Error {
  public var localizedDescription: String { "" }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
  open func localizedString(
    forKey key: String, value: String?, table tableName: String?
  ) -> String { key }
}
