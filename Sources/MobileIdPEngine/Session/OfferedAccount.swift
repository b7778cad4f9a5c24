import FlowEngine

/// A provider's account, as a script may call it.
struct OfferedAccount: Sendable {
  let account: ProviderAccount
  /// What is answered for it: the username, if that tells it from others.
  let word: String
  /// Its words: the username, the display name, the hint, and its place in the list.
  let naming: Naming

  private init(_ account: ProviderAccount, at index: Int, isUnique: Bool) {
    self.account = account
    word = isUnique ? account.username : account.user.text()
    naming = Naming(
      account.username, title: account.name,
      aliases: [account.user.text(), "\(index + 1)"])
  }

  static func all(_ accounts: [ProviderAccount]) -> [OfferedAccount] {
    accounts.indices.map { index in
      let username = accounts[index].username
      return OfferedAccount(
        accounts[index], at: index,
        isUnique: accounts.count { $0.username == username } == 1)
    }
  }

  /// What tells it from another of the same name, and whether it can't be chosen.
  var details: [String] {
    (account.name == account.username ? [] : [account.username]) + [account.host.name]
      + (account.isSelectable ? [] : ["can't be chosen"])
  }

  /// Whether a value means it.
  func answers(to text: String) -> Bool {
    word == text || naming.answers(to: Naming.normalized(text))
  }
}
