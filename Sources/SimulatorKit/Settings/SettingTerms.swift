package import FlowEngine

extension SettingTerm {
  /// The word.
  package var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// The text, as it may be shown.
  package var text: String? {
    if case .text(let text) = kind { text } else { nil }
  }

  /// The word or text.
  package var name: String? { word ?? text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The text or looked-up value, not empty.
  package var secret: Secret? {
    switch kind {
    case .text(let text) where !text.isEmpty: Secret(text)
    case .secret(let secret) where !secret.isEmpty: secret
    default: nil
    }
  }

  /// The duration, positive and at most a day.
  package var duration: Duration? {
    guard case .duration(let duration) = kind, duration > .zero, duration <= .seconds(86_400)
    else { return nil }
    return duration
  }

  /// The whole number of a range.
  package func whole(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = kind, let whole = Int(exactly: number), range.contains(whole)
    else { return nil }
    return whole
  }

  /// The mark.
  package var mark: String? {
    if case .mark(let mark) = kind { mark } else { nil }
  }
}

extension String {
  /// The word in the form in which words are compared: ASCII lower case, `_` as `-`.
  package var normalizedWord: String {
    let bytes = utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
