package import FlowEngine

/// Reads the value of a setting, and changes a block.
package struct SettingValue<Block>: Sendable {
  let read: @Sendable (inout Block, SettingLine) -> Void
  /// The settings of the value's own block; `nil` if it doesn't have one.
  private let settings: (@Sendable () -> [SettingDescription])?

  var hasBlock: Bool { settings != nil }

  func inner() -> [SettingDescription] { settings?() ?? [] }

  private init(
    settings: (@Sendable () -> [SettingDescription])? = nil,
    _ read: @escaping @Sendable (inout Block, SettingLine) -> Void
  ) {
    self.read = read
    self.settings = settings
  }

  /// Reads a value with its own syntax.
  package static func custom(
    _ read: @escaping @Sendable (inout Block, SettingLine) -> Void
  ) -> SettingValue {
    SettingValue(read)
  }

  /// Reads a block of settings with a type of its own.
  package static func block<Inner>(
    _ table: @autoclosure @escaping @Sendable () -> SettingTable<Inner>,
    _ read: @escaping @Sendable (inout Block, SettingLine) -> Void
  ) -> SettingValue {
    SettingValue(settings: { table().descriptions }, read)
  }

  /// Accepts a block whose settings are documented and read elsewhere.
  package static var sharedBlock: SettingValue { SettingValue(settings: { [] }) { _, _ in } }

  /// Reads a block of settings without a value before it, which changes a member of the outer
  /// block.
  package static func block<Inner>(
    _ table: @autoclosure @escaping @Sendable () -> SettingTable<Inner>,
    of part: any WritableKeyPath<Block, Inner> & Sendable
  ) -> SettingValue {
    block(table()) { block, line in
      line.takesNoValue()
      table().read(line.block, into: &block[keyPath: part], line.reader)
    }
  }

  /// Reads `on` or `off`.
  package static func flag(
    _ set: @escaping @Sendable (inout Block, Bool) -> Void
  ) -> SettingValue {
    choice(["on": true, "off": false], set)
  }

  /// Reads one of several words.
  package static func choice<Value: Sendable>(
    _ words: KeyValuePairs<String, Value>,
    _ set: @escaping @Sendable (inout Block, Value) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let value = line.choice(words) { set(&block, value) }
    }
  }

  /// Reads the raw value of an enum's case.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    of type: Value.Type, _ set: @escaping @Sendable (inout Block, Value) -> Void
  ) -> SettingValue {
    custom { block, line in
      guard let word = line.choice(Value.allCases.map(\.rawValue)),
        let value = Value(rawValue: word)
      else { return }
      set(&block, value)
    }
  }

  /// Reads a whole number in a range.
  package static func whole(
    _ range: ClosedRange<Int>, _ set: @escaping @Sendable (inout Block, Int) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let number = line.whole(in: range) { set(&block, number) }
    }
  }

  /// Reads a duration that is positive and at most a day.
  package static func duration(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let duration = line.duration() { set(&block, duration) }
    }
  }

  /// Reads a time that may be longer than a day.
  package static func span(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let span = line.span() { set(&block, span) }
    }
  }

  /// Reads a word or text.
  package static func name(
    _ set: @escaping @Sendable (inout Block, String) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let name = line.one({ $0.name }) { set(&block, name) }
    }
  }

  /// Reads words or texts that are separated by commas.
  package static func names(
    _ set: @escaping @Sendable (inout Block, [String]) -> Void
  ) -> SettingValue {
    custom { block, line in set(&block, line.names().map(\.name)) }
  }

  /// Reads a text, or a value from outside of the script.
  package static func secret(
    _ set: @escaping @Sendable (inout Block, Secret) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let secret = line.one({ $0.secret }) { set(&block, secret) }
    }
  }
}

extension SettingValue {
  /// Returns a value that is read only if a closure allows it.
  package func allowed(
    _ isAllowed: @escaping @Sendable (Block, SettingLine) -> Bool
  ) -> SettingValue {
    let read = read
    return SettingValue(settings: settings) { block, line in
      if isAllowed(block, line) { read(&block, line) }
    }
  }
}
