import FlowEngine
import SimulatorKit

// What the device of the apps is.
extension MobileIdPBuilder {
  /// Checks that all apps run on one platform; a hostile app that names none runs on the others'.
  mutating func checkPlatforms(_ blocks: [Block]) {
    func setting(_ block: Block) -> Setting? { block.settings.last { $0.name == "platform" } }
    let others = blocks.filter { org.apps[$0.index].role != .hostile }
    guard let first = others.first ?? blocks.first(where: { setting($0) != nil }) else { return }
    let expected = org.apps[first.index]
    for block in blocks {
      let app = org.apps[block.index]
      if app.role == .hostile, setting(block) == nil {
        org.apps[block.index].platform = expected.platform
        continue
      }
      if app.platform == .android, app.messages == .ios,
        let messages = block.settings.last(where: { $0.name == "messages" })
      {
        reader.report(
          SettingProblem(
            .value, "`messages ios` is how the iOS SDK writes, and `\(app.name)` is of Android",
            at: messages.valuePlace, help: "write `messages strict`"))
      }
      guard app.platform != expected.platform else { continue }
      let own = setting(block)
      reader.report(
        SettingProblem(
          .value,
          "`\(app.name)` is of `\(app.platform.rawValue)` and `\(expected.name)` of "
            + "`\(expected.platform.rawValue)`: apps of two platforms can't open one another",
          at: own?.valuePlace ?? block.place,
          help: own == nil
            ? "write `platform \(expected.platform.rawValue)` in it too"
            : "write `platform \(app.platform.rawValue)` in all apps, or in none"))
    }
  }
}
