import Testing
import TestSupport

@testable import SimulatorKit
import FlowHTTP

@Suite("QR codes")
struct QRCodeTests {
  private func art(_ code: QRCode) -> [String] {
    (0..<code.size).map { row in
      code.modules[row * code.size..<(row + 1) * code.size].map { $0 ? "#" : "." }.joined()
    }
  }

  @Test("A short text is a code of the smallest size, which independent readers accept")
  func small() throws {
    let code = try #require(QRCode(Array("flow".utf8)))
    #expect(
      art(code) == [
        "#######...#.#.#######",
        "#.....#.....#.#.....#",
        "#.###.#.#.#...#.###.#",
        "#.###.#.....#.#.###.#",
        "#.###.#..#.##.#.###.#",
        "#.....#..###..#.....#",
        "#######.#.#.#.#######",
        "........#.#..........",
        "###.#####.#.###...#..",
        ".........#.#.#.#..###",
        "#.#.########.###..###",
        "..#..#..#.####.##..##",
        "#.##.##.#.##.###...##",
        "........#.....#...###",
        "#######.#.#.#...##.##",
        "#.....#.#.#...#....#.",
        "#.###.#.###.#.#.##.##",
        "#.###.#..#.#.#.#...#.",
        "#.###.#.##.#.###.#..#",
        "#.....#.##.###.###.#.",
        "#######.#.##.###..###",
      ])
  }

  @Test("Each size is used when the previous one is full", arguments: 1...40)
  func sizes(version: Int) throws {
    let most = (0...2953).last { QRLayout.holding($0)?.version == version }
    let count = try #require(most)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let code = try #require(QRCode(bytes))
    #expect(code.size == version * 4 + 17)
    // The three squares in the corners, and the line between two of them.
    for (x, y) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      for step in 0..<7 {
        #expect(code.modules[y * code.size + x + step])
        #expect(code.modules[(y + step) * code.size + x])
      }
    }
    for step in 8..<code.size - 8 {
      #expect(code.modules[6 * code.size + step] == (step % 2 == 0))
    }
    let next = QRLayout.holding(count + 1)?.version
    #expect(next == (version == 40 ? nil : version + 1))
    #expect(QRCode(bytes + [0])?.size == next.map { $0 * 4 + 17 })
  }

  @Test("A picture has its stated size, and contains the text")
  func picture() throws {
    let text = Array("otpauth://totp/jane?secret=JBSWY3DPEHPK3PXP".utf8)
    let code = try #require(QRCode(text))
    let image = PNGImage(code, text: text)
    let chunks = try #require(PictureText.chunks(image.bytes))
    #expect(chunks.map(\.name) == ["IHDR", "tEXt", "IDAT", "IEND"])
    let side = (code.size + 8) * 4
    #expect(chunks[0].data.prefix(4).reduce(0) { $0 << 8 | Int($1) } == side)
    // Two bytes before the block, five in its head, four after it.
    #expect(chunks[2].data.count == 2 + 5 + side * ((side + 7) / 8 + 1) + 4)
    #expect(PictureText.read(image.address) == String(decoding: text, as: UTF8.self))
    let long = PNGImage.embedded(String(repeating: "a", count: 3000))
    #expect(long["type"] == "text/plain")
  }
}
