import FlowHTTP
import Foundation
import Testing

@Suite struct JSONLimitsTests {
  private static func nested(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
    Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
  }

  @Test(
    "The deepest value allowed is read; one level more is refused",
    arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) throws {
    let inner = open == "[" ? "" : "1"
    let limit = JSONLimits.standard.depth
    func text(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: depth) + inner + String(repeating: close, count: depth))
          .utf8)
    }
    let value = try JSON(parsing: text(limit))
    #expect(value.bytes() == text(limit))
    #expect(throws: JSONFailure(offset: open.utf8.count * limit, reason: .tooDeep)) {
      try JSON(parsing: text(limit + 1))
    }
  }

  @Test("A hundred thousand nested arrays or objects are refused, closed or not")
  func bottomless() {
    for text in ["[", "{\"a\":", "[{\"a\":"] {
      let failure = #expect(throws: JSONFailure.self) {
        try JSON(parsing: Array(String(repeating: text, count: 100_000).utf8))
      }
      #expect(failure?.reason == .tooDeep)
    }
    #expect(throws: JSONFailure(offset: JSONLimits.standard.depth, reason: .tooDeep)) {
      try JSON(parsing: JSONLimitsTests.nested("[", "]", 100_000))
    }
  }

  @Test("The deepest value is read, compared, written and freed on a thread of half a megabyte")
  func smallStack() {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let text = JSONLimitsTests.nested("[", "]", JSONLimits.standard.depth)
      let value = try? JSON(parsing: text)
      #expect(value?.bytes() == text)
      #expect(value == (try? JSON(parsing: text)))
      #expect(value?.hashValue == (try? JSON(parsing: text))?.hashValue)
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test("A text of the maximum length is read; a byte more is refused")
  func size() throws {
    let limits = JSONLimits(depth: 1, size: 10)
    #expect(try JSON(parsing: Array("\"12345678\"".utf8), limits: limits) == "12345678")
    #expect(throws: JSONFailure(offset: 10, reason: .tooLarge)) {
      try JSON(parsing: Array("\"123456789\"".utf8), limits: limits)
    }
    #expect(throws: JSONFailure(offset: JSONLimits.standard.size, reason: .tooLarge)) {
      try JSON(parsing: [UInt8](repeating: 0x20, count: JSONLimits.standard.size + 1))
    }
  }

  @Test("A number of two hundred thousand digits is kept as its text, in linear time")
  func longNumbers() throws {
    let digits = String(repeating: "7", count: 200_000)
    for text in [digits, "-\(digits)", "0.\(digits)", "\(digits)e5"] {
      #expect(try JSON(parsing: Array(text.utf8)) == .bigNumber(text))
    }
    let zeros = String(repeating: "0", count: 200_000)
    #expect(try JSON(parsing: Array("1.\(zeros)".utf8)) == .double(1))
    #expect(try JSON(parsing: Array("1e\(zeros)1".utf8)) == .double(10))
    #expect(try JSON(parsing: Array("1\(zeros)".utf8)) == .bigNumber("1\(zeros)"))
  }
}
