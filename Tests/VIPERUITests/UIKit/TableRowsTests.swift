#if STAND_INS
  import Signals
  import Testing
  import UIKit
  import VIPERUI

  struct Person: Identifiable, Equatable {
    let id: Int
    var name: String, group = "All"
  }

  @Suite(.serialized) @MainActor final class TableRowsTests: ViewTests {
    private let people = MutableProperty([Person(id: 1, name: "Ann"), Person(id: 2, name: "Bob", group: "Old")])
    private let table = UITableView(frame: .zero, style: .plain), done = MutableProperty<[String]>([])
    private typealias Source = UITableViewDiffableDataSource<String, Int>

    private func bind() throws -> Source {
      let done = done
      let open = Command<Person, Void, Never>.sync { person in done.modify { $0.append("open \(person.name)") } }
      let delete = Command<Person, Void, Never>.sync { person in done.modify { $0.append("delete \(person.name)") } }
      table.bind(
        rows: people, section: \.group, select: RowCommand("open", open),
        commands: [RowCommand("delete", delete, title: "Delete", isDestructive: true)]
      ) { cell, person in
        var content = cell.defaultContentConfiguration()
        content.text = person.name
        cell.contentConfiguration = content
      }
      return try #require(table.dataSource as? Source)
    }

    private var texts: [[String]] {
      (0..<table.numberOfSections).map { section in
        (0..<table.numberOfRows(inSection: section)).map { row in
          let cell = table.dataSource?.tableView(table, cellForRowAt: IndexPath(row: row, section: section))
          return (cell?.contentConfiguration as? UIListContentConfiguration)?.text ?? "-"
        }
      }
    }

    @Test(
      "rows are in sections under their headings; a row keeps its cell by its identity, and only changed rows are drawn again"
    )
    func identity() throws {
      let source = try bind()
      var seen: [String] = []
      func look() {
        seen.append("\(texts.map { $0.joined(separator: " ") }.joined(separator: " | ")), \(source.configured) drawn")
      }
      look()
      people.value.insert(Person(id: 3, name: "Zoe"), at: 0)
      look()
      people.value[1].name = "Anna"
      look()
      // The first of two rows with one id.
      people.value.append(Person(id: 3, name: "Zoe's twin"))
      look()
      #expect(
        seen == ["Ann | Bob, 2 drawn", "Zoe Ann | Bob, 3 drawn", "Zoe Anna | Bob, 4 drawn", "Zoe Anna | Bob, 4 drawn"])
      #expect((0...1).map { source.tableView(table, titleForHeaderInSection: $0) } == ["All", "Old"])
      people.value = []
      #expect(table.numberOfSections == 0)
    }

    @Test("an empty heading is none") func headings() throws {
      people.value = [1, 2, 3].map { Person(id: $0, name: "\($0)", group: $0 == 2 ? "" : "Old") }
      table.bind(rows: people, section: { $0.id == 1 ? nil : $0.group }) { cell, person in
        var content = cell.defaultContentConfiguration()
        content.text = person.name
        cell.contentConfiguration = content
      }
      let source = try #require(table.dataSource as? Source)
      #expect(texts == [["1", "2"], ["3"]])
      #expect((0...1).map { source.tableView(table, titleForHeaderInSection: $0) } == [nil, "Old"])
    }

    @Test("a tap selects, a swipe shows buttons, and differences are animated only while the table is on screen")
    func commands() throws {
      let source = try bind()
      table.tap(IndexPath(row: 0, section: 1))
      table.swipe(IndexPath(row: 0, section: 0), tap: "Delete")
      #expect(done.value == ["open Bob", "delete Ann"])
      let window = UIWindow.onScreen, controller = UIViewController()
      controller.view.addSubview(table)
      window.rootViewController = controller
      people.value.removeLast()
      #expect(source.animations == [false, true])
    }

    @Test("rows that never change stay; the list is released with its table") func constant() throws {
      weak var delegate: AnyObject?
      do {
        let table = UITableView(frame: .zero, style: .plain)
        table.bind(rows: Property(constant: [Person(id: 1, name: "Ann")])) { _, _ in }
        #expect(table.numberOfRows(inSection: 0) == 1)
        #expect(table.delegate != nil)
        delegate = table.delegate
        table.bind(rows: people) { _, _ in }
        #expect(table.numberOfSections == 1)
        #expect(table.numberOfRows(inSection: 0) == 2)
        #expect(delegate == nil)
        delegate = table.delegate
      }
      #expect(delegate == nil)
    }

    @Test("a collection shows rows in cells of its own type, and a tap selects") func collection() throws {
      final class PersonCell: UICollectionViewCell { var name = "" }
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout()), done = done
      let open = Command<Person, Void, Never>.sync { person in done.modify { $0.append("open \(person.name)") } }
      view.bind(rows: people, section: \.group, select: RowCommand("open", open)) { (cell: PersonCell, person) in
        cell.name = person.name
      }
      let source = try #require(view.dataSource as? UICollectionViewDiffableDataSource<String, Int>)
      let header = source.supplementaryViewProvider?(view, "header", IndexPath(item: 0, section: 1))
      let list = try #require(header as? UICollectionViewListCell)
      let bob = source.cell(at: IndexPath(item: 0, section: 1)) as? PersonCell
      #expect([bob?.name, (list.contentConfiguration as? UIListContentConfiguration)?.text] == ["Bob", "Old"])
      view.tap(IndexPath(item: 0, section: 0))
      people.value.removeFirst()
      #expect(done.value == ["open Ann"])
      #expect(source.snapshot().itemIdentifiers == [2])
    }
  }
#endif
