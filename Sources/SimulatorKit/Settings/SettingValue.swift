package import FlowEngine

/// A closure that reads the value of a setting and changes a block.
package struct SettingValue<Block>: Sendable {
  let read: @Sendable (inout Block, SettingLine) -> Void
  /// The settings of its own block; `nil` if it has none.
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

  /// A value with its own syntax.
  package static func custom(
    _ read: @escaping @Sendable (inout Block, SettingLine) -> Void
  ) -> SettingValue {
    SettingValue(read)
  }

  /// A block of settings, read by a type of its own.
  package static func block<Inner>(
    _ table: @autoclosure @escaping @Sendable () -> SettingTable<Inner>,
    _ read: @escaping @Sendable (inout Block, SettingLine) -> Void
  ) -> SettingValue {
    SettingValue(settings: { table().descriptions }, read)
  }

  /// A block of settings without a value before it, which change a part.
  package static func block<Inner>(
    _ table: @autoclosure @escaping @Sendable () -> SettingTable<Inner>,
    of part: any WritableKeyPath<Block, Inner> & Sendable
  ) -> SettingValue {
    block(table()) { block, line in
      line.takesNoValue()
      table().read(line.block, into: &block[keyPath: part], line.reader)
    }
  }

  /// `on` or `off`.
  package static func flag(
    _ set: @escaping @Sendable (inout Block, Bool) -> Void
  ) -> SettingValue {
    choice(["on": true, "off": false], set)
  }

  /// One of a few words.
  package static func choice<Value: Sendable>(
    _ words: KeyValuePairs<String, Value>,
    _ set: @escaping @Sendable (inout Block, Value) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let value = line.choice(words) { set(&block, value) }
    }
  }

  /// One of the cases of an enum, by its word.
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

  /// A whole number of a range.
  package static func whole(
    _ range: ClosedRange<Int>, _ set: @escaping @Sendable (inout Block, Int) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let number = line.whole(in: range) { set(&block, number) }
    }
  }

  /// A duration, positive and at most a day.
  package static func duration(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let duration = line.duration() { set(&block, duration) }
    }
  }

  /// A time that may be longer than a day.
  package static func span(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let span = line.span() { set(&block, span) }
    }
  }

  /// A word or text.
  package static func name(
    _ set: @escaping @Sendable (inout Block, String) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let name = line.one({ $0.name }) { set(&block, name) }
    }
  }

  /// Words or texts between commas.
  package static func names(
    _ set: @escaping @Sendable (inout Block, [String]) -> Void
  ) -> SettingValue {
    custom { block, line in set(&block, line.names().map(\.name)) }
  }

  /// A text or a value from outside of the script.
  package static func secret(
    _ set: @escaping @Sendable (inout Block, Secret) -> Void
  ) -> SettingValue {
    custom { block, line in
      if let secret = line.one({ $0.secret }) { set(&block, secret) }
    }
  }
}

extension SettingValue {
  /// The same value, which is read only if the block allows it.
  package func allowed(
    _ isAllowed: @escaping @Sendable (Block, SettingLine) -> Bool
  ) -> SettingValue {
    let read = read
    return SettingValue(settings: settings) { block, line in
      if isAllowed(block, line) { read(&block, line) }
    }
  }
}
