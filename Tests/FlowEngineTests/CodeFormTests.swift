import FlowEngine
import Testing

/// A server's description of its codes, however odd.
@Suite struct CodeFormTests {
  static let forms: [(String?, Int?, Int?, CodeForm)] = [
    (nil, nil, nil, .usual), ("country-code", nil, nil, .usual),
    ("alphanumeric", 10, 10, CodeForm(.alphanumeric, 10...10)),
    ("alphanumeric", nil, nil, CodeForm(.alphanumeric, 6...16)),
    (nil, 10, nil, CodeForm(.digits, 10...10)), (nil, nil, 12, CodeForm(.digits, 4...12)),
    (nil, nil, 3, CodeForm(.digits, 3...3)), (nil, 9, 4, CodeForm(.digits, 4...4)),
    (nil, 0, 0, CodeForm(.digits, 1...1)), (nil, -5, -1, CodeForm(.digits, 1...1)),
    (nil, .max, .max, CodeForm(.digits, 64...64)), (nil, .min, .max, CodeForm(.digits, 1...64)),
    ("alphanumeric", 20, nil, CodeForm(.alphanumeric, 20...20)),
  ]

  @Test("A form has characters and lengths", arguments: forms)
  func form(format: String?, shortest: Int?, longest: Int?, form: CodeForm) {
    #expect(CodeForm(format: format, minLength: shortest, maxLength: longest) == form)
  }
}
