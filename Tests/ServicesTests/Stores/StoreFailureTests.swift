import Foundation
import Services
import Testing

@Suite struct StoreFailureTests {
  @Test("a failure's text has the problem, its cause and a remedy") func texts() {
    let failures: [StoreFailure] = [
      .unreadable(file: "/a.json", reason: "Permission denied"), .invalid(file: "/a.json", reason: "it is empty"),
      .inUse(file: "/a.json"), .busy(file: "/a.sqlite"),
      .unavailable(library: "libsqlite3.so.0", reason: "no such file"),
      .newer(file: "/a.json", version: 3, supported: 1),
      .unwritable(file: "/a.json", reason: "No space left on device"), .other("disk full"),
    ]
    let texts = """
      cannot read /a.json: Permission denied. Nothing was changed; make it readable, or choose another place.
      cannot use /a.json: it is empty. The file was left as it is; repair it, or move it away to start afresh.
      cannot write /a.json: another store is using it, in this program or in another one. Nothing was changed; let one \
      program at a time write it, with one store, and try again.
      cannot read /a.sqlite: another store is changing it, in this program or in another one. Nothing was changed; try \
      again when it is done.
      cannot open the library libsqlite3.so.0, which this store needs: no such file. Install SQLite, or choose another \
      store.
      cannot use /a.json: it has format 3, and this program knows formats up to 1. The file was left as it is; update the \
      program, or choose another place.
      cannot write /a.json: No space left on device. Earlier changes are still there; fix this and try again.
      disk full
      """
    #expect(failures.map(\.description) == texts.components(separatedBy: "\n"))
  }
}
