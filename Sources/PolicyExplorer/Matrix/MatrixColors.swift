/// The colors of the levels, for the page and for the picture.
///
/// The contrast between each text and its background is at least 4.5 (WCAG 2.2, 1.4.3).
enum MatrixColors {
  private struct Pair {
    var ground: String
    var text: String
  }

  private static let light: [(level: MatrixLevel, pair: Pair)] = [
    (.nothing, Pair(ground: "#b42318", text: "#ffffff")),
    (.noKind, Pair(ground: "#f7bdb3", text: "#4a0d07")),
    (.oneKind, Pair(ground: "#fbdcae", text: "#452a00")),
    (.oneKindResistant, Pair(ground: "#f2ec9f", text: "#383500")),
    (.twoKinds, Pair(ground: "#c3e6cd", text: "#0c3a1c")),
    (.twoKindsResistant, Pair(ground: "#acd9f0", text: "#072f42")),
    (.denied, Pair(ground: "#d3d8e0", text: "#1f2530")),
  ]

  private static let dark: [(level: MatrixLevel, pair: Pair)] = [
    (.nothing, Pair(ground: "#b5362b", text: "#ffffff")),
    (.noKind, Pair(ground: "#742a21", text: "#ffe6e1")),
    (.oneKind, Pair(ground: "#634200", text: "#ffeccb")),
    (.oneKindResistant, Pair(ground: "#4d4a0c", text: "#f8f5c4")),
    (.twoKinds, Pair(ground: "#1b4d2f", text: "#dcf6e4")),
    (.twoKindsResistant, Pair(ground: "#124a66", text: "#d9f1fc")),
    (.denied, Pair(ground: "#3b414d", text: "#e3e7ee")),
  ]

  /// The style rules for the page.
  static let page = zip(light, dark).map { light, dark in
    ".\(light.level.rawValue) { "
      + "background: light-dark(\(light.pair.ground), \(dark.pair.ground)); "
      + "color: light-dark(\(light.pair.text), \(dark.pair.text)); }\n"
  }.joined()

  /// The style rules for the picture.
  ///
  /// They don't use `light-dark`, because programs other than browsers also display the picture.
  static let picture =
    rules(light) + "@media (prefers-color-scheme: dark) {\n" + rules(dark) + "}\n"

  private static func rules(_ colors: [(level: MatrixLevel, pair: Pair)]) -> String {
    colors.map { level, pair in
      ".\(level.rawValue) rect { fill: \(pair.ground) } "
        + ".\(level.rawValue) text { fill: \(pair.text) }\n"
    }.joined()
  }
}
