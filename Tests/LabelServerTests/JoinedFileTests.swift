import Foundation
import Testing

@testable import LabelServer

@Suite("Files that are sent as one") struct JoinedFileTests {
  private func join(_ entry: String, _ files: [String: String]) throws -> JoinedFile {
    try JoinedFile(entry) { files[$0] }
  }

  @Test("A module is behind what it imports, once, and gets what that exports")
  func modules() throws {
    let joined = try join(
      "view/page.js",
      [
        "view/page.js": """
        import { one, two as other } from "../model/numbers.js";
        import "./row.js";
        console.log(one, other);
        """,
        "view/row.js": "import {\n  one,\n} from \"../model/numbers.js\";\nexport class Row {}\n",
        "model/numbers.js": "/** One. */\nexport const one = 1;\nexport async function two() {}\n",
      ])
    #expect(joined.sources == ["model/numbers.js", "view/row.js", "view/page.js"])
    #expect(
      joined.text == """
        const $0 = {};
        {
        /** One. */
        const one = 1;
        async function two() {}
        Object.assign($0, { one, two });
        }
        const $1 = {};
        {
        const { one } = $0;
        class Row {}
        Object.assign($1, { Row });
        }
        const $2 = {};
        {
        const { one, two: other } = $0;
        console.log(one, other);
        }

        """)
  }

  @Test("What is loaded later is named from the folder of the joined file")
  func laterModules() throws {
    let files = [
      "view/page.js": "import \"./deep/worker.js\";\n",
      "view/deep/worker.js":
        "const later = () => import(\"../other.js\");\nnew Worker(new URL(\"work.js\", import.meta.url));\n",
    ]
    let text = try join("view/page.js", files).text
    #expect(text.contains("import(\"../view/other.js\")"))
    #expect(text.contains("new URL(\"work.js\", new URL(\"../view/deep/worker.js\", import.meta.url))"))
  }

  @Test("Style sheets stand in the order of their imports")
  func styles() throws {
    let files = [
      "style/page.css": "@import \"base.css\";\n@import \"rows.css\";\nmain { color: red; }\n",
      "style/base.css": "body { margin: 0; }\n", "style/rows.css": "li { margin: 1px; }\n",
    ]
    let text = try join("style/page.css", files).text
    #expect(
      text.split(separator: "\n") == ["body { margin: 0; }", "li { margin: 1px; }", "main { color: red; }"])
  }

  @Test(
    "What cannot be joined is refused",
    arguments: [
      (
        "import all from \"./b.js\";",
        JoinedFile.Failure.unsupported("a.js", line: "import all from \"./b.js\";")
      ),
      ("import * as b from \"./b.js\";", .unsupported("a.js", line: "import * as b from \"./b.js\";")),
      ("import { b } from \"package\";", .unsupported("a.js", line: "import { b } from \"package\";")),
      ("export let changing = 1;", .unsupported("a.js", line: "export let changing = 1;")),
      ("export default 1;", .unsupported("a.js", line: "export default 1;")),
      ("export { b } from \"./b.js\";", .unsupported("a.js", line: "export { b } from \"./b.js\";")),
      ("import { c } from \"./c.js\";", .missing("c.js")),
      ("import { b } from \"./b.js\";", .circular("a.js")),
    ])
  func refusals(line: String, failure: JoinedFile.Failure) {
    let files = ["a.js": line + "\n", "b.js": "import { a } from \"./a.js\";\nexport const b = 1;\n"]
    #expect(throws: failure) { try join("a.js", files) }
  }

  @Test("More than may be joined is refused")
  func limit() {
    let files = ["a.js": String(repeating: "a", count: JoinedFile.mostBytes + 1)]
    #expect(throws: JoinedFile.Failure.tooLarge) { try join("a.js", files) }
    #expect(throws: JoinedFile.Failure.tooLarge) {
      try JoinedFile("0.js") { path in
        let number = Int(path.dropLast(3)) ?? 0
        return number > JoinedFile.mostSources ? "" : "import \"./\(number + 1).js\";\n"
      }
    }
  }

  @Test(
    "The pages' own files can be joined",
    arguments: [
      "view/openListPage.js", "listIndex/listsPage.js", "style/listPage.css", "style/startPage.css",
    ])
  func pages(entry: String) throws {
    let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../web")
      .standardizedFileURL
    let joined = try JoinedFile(entry) { try? String(contentsOf: web.appending(path: $0), encoding: .utf8) }
    #expect(joined.sources.count > 3)
    #expect(joined.sources.last == entry)
  }
}
