import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// A page is read in time proportional to its length: pairs of these many things would take
/// minutes.
@Suite("Pages with many parts", .timeLimit(.minutes(1)))
struct LargePageTests {
  private static let count = 60_000

  private static func names(_ name: (Int) -> JSON) -> [JSON] { (0..<count).map(name) }

  private static func response(_ page: JSON) throws -> Response {
    ResponseMapper.response(of: IDXReader.read(try #require(page.object)).page)
  }

  @Test("Fields")
  func fields() throws {
    let fields = Self.names { ["name": .string("f\($0)")] }
    let response = try Self.response(Org.page([Org.form("identify", "/idp/idx/identify", fields)]))
    #expect(response.steps.first?.fields.count == Self.count)
  }

  @Test("Fields that are forms")
  func forms() throws {
    let fields = Self.names { index in
      ["name": .string("n\(index)"), "form": ["value": [["name": "f"]]]]
    }
    let response = try Self.response(Org.page([Org.form("identify", "/idp/idx/identify", fields)]))
    #expect(response.steps.first?.fields.count == Self.count)
  }

  @Test("Fields of one name that are forms")
  func repeated() throws {
    let fields = Self.names { index in
      ["name": "n", "form": ["value": [["name": .string("f\(index)")]]]]
    }
    let response = try Self.response(Org.page([Org.form("identify", "/idp/idx/identify", fields)]))
    #expect(response.steps.first?.fields.count == Self.count)
  }

  @Test("Messages, each of them twice")
  func messages() throws {
    let messages = Self.names { index in
      [
        "message": .string("m\(index / 2)"), "class": "INFO", "i18n": ["key": "k"],
      ]
    }
    let response = try Self.response(
      Org.page([], ["messages": ["type": "array", "value": .array(messages)]]))
    #expect(response.messages.count == Self.count / 2)
  }
}
