package import FlowEngine

extension SettingTerm {
  /// The term's word; `nil` if the term isn't a word.
  package var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// The term's text; `nil` if the term isn't a text.
  package var text: String? {
    if case .text(let text) = kind { text } else { nil }
  }

  /// The term's word or text; `nil` for another term or an empty text.
  package var name: String? { word ?? text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The term's text or looked-up value as a secret; `nil` for another term or an empty text.
  package var secret: Secret? {
    switch kind {
    case .text(let text) where !text.isEmpty: Secret(text)
    case .secret(let secret) where !secret.isEmpty: secret
    default: nil
    }
  }

  /// The term's duration; `nil` unless it is positive and at most a day.
  package var duration: Duration? {
    guard case .duration(let duration) = kind, duration > .zero, duration <= .seconds(86_400)
    else { return nil }
    return duration
  }

  /// The term's whole number; `nil` unless it is in the range.
  package func whole(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = kind, let whole = Int(exactly: number), range.contains(whole)
    else { return nil }
    return whole
  }

  /// The term's mark; `nil` if the term isn't a mark.
  package var mark: String? {
    if case .mark(let mark) = kind { mark } else { nil }
  }
}

extension String {
  /// The word in the form for comparison: ASCII lower case, with `-` instead of `_`.
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
