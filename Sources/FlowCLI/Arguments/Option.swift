import FlowTerminal
import FlowText

/// An option that a command declares.
///
/// Help, completion and parsing use the option's specification.
protocol DeclaredOption: Sendable {
  /// The specification for help and for parsing.
  var spec: OptionSpec { get set }
}

extension DeclaredOption {
  /// Returns the option with another line of help, for a command on which it has another effect.
  func described(as meaning: String) -> Self {
    var option = self
    option.spec.meaning = meaning
    return option
  }
}

/// An option without a value.
struct Flag: DeclaredOption {
  var spec: OptionSpec

  /// Declares an option without a value.
  ///
  /// - Parameters:
  ///   - name: The long name with its dashes.
  ///   - short: The short name with its dash.
  ///   - meaning: The line of help.
  init(_ name: String, short: String? = nil, _ meaning: String) {
    spec = OptionSpec(name: name, short: short, meaning: meaning)
  }
}

/// An option whose value has a type.
struct Option<Value: Sendable>: DeclaredOption {
  var spec: OptionSpec
  /// Reads the option's value from a text.
  let read: @Sendable (String) throws(UsageFault) -> Value

  /// Declares an option, with a function that reads its value.
  ///
  /// - Parameters:
  ///   - name: The long name with its dashes.
  ///   - short: The short name with its dash.
  ///   - value: The name of the value in help.
  ///   - repeats: Whether the option may be given more than once.
  ///   - words: The words that the value can be; empty if the value can be any text.
  ///   - meaning: The line of help.
  ///   - read: Reads a value.
  init(
    _ name: String, short: String? = nil, _ value: String, repeats: Bool = false,
    words: [String] = [], _ meaning: String,
    read: @escaping @Sendable (String) throws(UsageFault) -> Value
  ) {
    spec = OptionSpec(
      name: name, short: short, value: value, repeats: repeats, meaning: meaning, words: words)
    self.read = read
  }
}

extension Option where Value == String {
  /// Declares an option whose value is any text.
  init(
    _ name: String, short: String? = nil, _ value: String, valueCount: Int = 1,
    repeats: Bool = false, words: [String] = [], _ meaning: String
  ) {
    self.init(name, short: short, value, repeats: repeats, words: words, meaning) { $0 }
    spec.valueCount = valueCount
  }
}

extension Option where Value == Int {
  /// Declares an option whose value is a whole number in a range.
  init(
    _ name: String, short: String? = nil, _ value: String, in range: ClosedRange<Int>,
    _ meaning: String
  ) {
    self.init(name, short: short, value, meaning) { (text) throws(UsageFault) in
      if let number = Int(text), range.contains(number) { return number }
      throw UsageFault(
        message: "`\(name)` takes a number from \(range.lowerBound) to \(range.upperBound), "
          + "not `\(text)`")
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Declares an option whose value is one of a few words.
  init(_ name: String, _ value: String, oneOf: Value.Type, _ meaning: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(name, value, words: words, meaning) { (text) throws(UsageFault) in
      if let word = Value(rawValue: text) { return word }
      throw UsageFault(
        message: "`\(name)`: unknown value `\(text)`",
        help: Suggestion.nearest(text, among: words).first.map { "did you mean `\($0)`?" }
          ?? "write one of \(words.map { "`\($0)`" }.joined(separator: ", "))")
    }
  }
}
