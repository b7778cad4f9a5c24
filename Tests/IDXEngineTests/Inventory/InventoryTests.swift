import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import IDXEngine

/// A page's contents, listed from the model and from a plain traversal of its JSON, and compared.
@Suite(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
struct InventoryTests {
  private static func page(_ json: JSON) -> Shared<IDXPage> {
    IDXReader.read(json.object ?? [:]).page
  }

  @Test("Nothing of a page is lost, and nothing is added", arguments: Samples.pages)
  func nothingLost(_ sample: Samples.Sample) throws {
    let json = try sample.json()
    let model = Inventory(of: Self.page(json))
    let walk = RawInventory(of: json).inventory
    #expect(walk.surplus(over: model).isEmpty, "lost")
    #expect(model.surplus(over: walk).isEmpty, "added")
  }

  @Test("Nothing of a recorded sequence's pages is lost", arguments: Samples.scenarios)
  func sequences(_ scenario: Samples.Scenario) throws {
    for step in try scenario.steps() {
      guard let object = step.json.object, IDXReply.isPage(object) else { continue }
      #expect(Inventory(of: Self.page(step.json)) == RawInventory(of: step.json).inventory)
    }
  }

  @Test("The samples include every kind of item")
  func everyKind() throws {
    var kinds: Set<Inventory.Kind> = []
    for sample in Samples.pages {
      kinds.formUnion(RawInventory(of: try sample.json()).inventory.counts.keys.map(\.kind))
    }
    #expect(kinds.count == 11)
  }

  /// The number of changes tried for each page.
  private static let changes = 4

  @Test(
    "A change of a page loses only the changed item", arguments: Samples.pages.indices)
  func changed(_ index: Int) async throws {
    let json = try Samples.pages[index].json()
    let before = RawInventory(of: json)
    var generator = SeededGenerator(seed: UInt64(index))
    for _ in 0..<Self.changes {
      let mutation = Mutation(of: json, &generator)
      let changed = mutation.applied(to: json)
      let page = Self.page(changed)
      for (item, lost) in before.inventory.surplus(over: Inventory(of: page)) {
        let concerned = (before.sources[item] ?? []).count { nodes in
          nodes.contains { mutation.concerns($0) }
        }
        #expect(lost <= concerned, "\(item) is lost by \(mutation)")
      }
      try await survive(changed, page)
    }
  }

  /// Performs every operation on a page, none of which may trap.
  private func survive(_ json: JSON, _ page: Shared<IDXPage>) async throws {
    let response = ResponseMapper.response(of: page)
    #expect(response.steps.count == page.remediations.count)
    for (index, step) in response.steps.enumerated() {
      for selection in Dummy.selections(of: step) {
        _ = try? RequestBody.build(
          page.remediations[index], on: page, selection: selection,
          answers: Dummy.answers(to: step, selection))
      }
    }
    _ = IDXInspection(json).json
    _ = try? await Org.session(at: json)
  }
}
