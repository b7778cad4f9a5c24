import FlowEngine

/// An account of a provider, with the names by which scripts can select it.
struct OfferedAccount: Sendable {
  let account: ProviderAccount
  /// The answer that selects the account: the username, if it is unique.
  let word: String
  /// All names of the account: the username, the display name, the hint, and the index in the list.
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

  /// The details that distinguish accounts with the same name, and a note if it can't be selected.
  var details: [String] {
    (account.name == account.username ? [] : [account.username]) + [account.host.name]
      + (account.isSelectable ? [] : ["can't be chosen"])
  }

  /// Whether a script's answer selects the account.
  func answers(to text: String) -> Bool {
    word == text || naming.answers(to: Naming.normalized(text))
  }
}
