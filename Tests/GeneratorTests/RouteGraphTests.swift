import Generator
import Testing

@Suite struct RouteGraphTests {
  private static let source = """
    extension Route<Void, Never> {
      package static var list: Self { Route("list") }
      static let `default` = Route("standard")
      // static var gone: Self { Route("gone") }
    }
    extension Route<String, Never> { static var details: Self { Route(transient: "item/details", style: .modal) } }
    static let list: Module = Module(.list, opens: .details, .default, .elsewhere, guard: nil) { router, _ in
      Assembly()
    }
    Module(.details) { _, text in Assembly(view: view(text, style: .plain)) }
    MyModule(.list)
    """

  @Test("routes and the routes that they open are read from sources, as far as a file that ends early goes")
  func reading() {
    let graph = RouteGraph(of: [("a.swift", Self.source)])
    #expect(graph.text == "item/details\nlist\n  opens item/details, standard, elsewhere")
    #expect(["standard", "gone"].map(graph.file) == ["a.swift", nil])
    let ends = [
      "static ", "static var ", "static var `", "static let x", "static var static var ", "static var x Route(",
    ]
    let files = ends.map { end in
      let text = "extension Route<Void, Never> { static var list: Self { Route(\"list\") } }\nextension Route { \(end)"
      return RouteGraph(of: [(end, text)]).file(declaring: "list")
    }
    #expect(files == ends)
  }

  @Test("a package's graph contains the new module and the modules of its app") func package() throws {
    let project = try TestProject([
      "Sources/Base/Base.swift": Self.source, "Program/Other.swift": "Module(.other) { _, _ in Assembly() }",
    ])
    let graph = "routes:\n  item/details\n  list\n    opens item/details, standard, elsewhere\n  notes\nnothing"
    #expect(project.run("Notes", "--dry-run").missing(graph) == [])
  }
}
