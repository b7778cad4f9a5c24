import FlowHTTP
import Testing

@Suite struct ValueTests {
  @Test("A member is found by its name, the last one if the name is repeated")
  func members() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object["a"] == 3)
    #expect(object["c"] == nil)
    #expect(JSON.object(object)["b"]?.integer == 2)
    #expect(JSON.array([1])["a"] == nil)
  }

  @Test(
    "Setting a member keeps its position, a new one goes last, and nil removes all of the name")
  func settingMembers() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    object["b"] = "x"
    object["a"] = 4
    object["c"] = nil
    object["d"] = .null
    #expect(object == ["a": 1, "b": "x", "a": 4, "d": nil])
    object["a"] = nil
    #expect(object == ["b": "x", "d": nil])
  }

  @Test("A value is returned only as its own type")
  func kinds() {
    let values: [JSON] = [nil, true, 1, .double(1), .bigNumber("1e999"), "1", [1], ["a": 1]]
    #expect(
      values.map { $0.bool != nil } == [false, true, false, false, false, false, false, false])
    #expect(
      values.map { $0.integer != nil } == [false, false, true, false, false, false, false, false])
    #expect(
      values.map { $0.string != nil } == [false, false, false, false, false, true, false, false])
    #expect(
      values.map { $0.array != nil } == [false, false, false, false, false, false, true, false])
    #expect(
      values.map { $0.object != nil } == [false, false, false, false, false, false, false, true])
  }

  @Test("Header names compare regardless of the case of ASCII letters")
  func headerNames() {
    var headers: HTTPHeaders = ["Set-Cookie": "a", "X": "y", "set-cookie": "b"]
    #expect(headers["SET-COOKIE"] == "a")
    #expect(headers.all("set-Cookie") == ["a", "b"])
    #expect(headers["Set-Cookie2"] == nil)
    headers["SET-cookie"] = "c"
    #expect(headers.all("Set-Cookie") == ["c"])
    headers["x"] = nil
    #expect(headers.fields == [HTTPHeaders.Field("SET-cookie", "c")])
    // `[` and `{` differ by the same bit as the cases of a letter.
    #expect(HTTPHeaders(fields: [HTTPHeaders.Field("[", "y")])["{"] == nil)
  }
}
