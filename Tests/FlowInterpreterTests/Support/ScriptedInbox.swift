import FlowEngine
import FlowLock

/// An inbox that tests put items into.
final class ScriptedInbox: Inbox {
  private let items = Mutex<[InboxItem]>([])

  func deliver(_ code: String, channel: String = "email", to address: String = "jane@example.com") {
    items.withLock {
      $0.append(
        InboxItem(number: $0.count + 1, channel: channel, address: address, code: Secret(code)))
    }
  }

  func newest(_ channel: String, to address: String?, after moment: Int) async -> InboxItem? {
    items.withLock { items in
      items.last {
        $0.channel == channel && $0.number > moment && (address == nil || $0.address == address)
      }
    }
  }

  func mark() async -> Int { items.withLock { $0.count } }
}
