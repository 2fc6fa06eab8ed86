import Services
import Testing

@Suite struct StoreFailureTests {
  @Test(
    "a failure says what happened, why, and what to do",
    arguments: [
      (
        StoreFailure.unreadable(file: "/a.json", reason: "Permission denied"),
        "cannot read /a.json: Permission denied. Nothing was changed; make it readable, or choose another place."
      ),
      (
        .invalid(file: "/a.json", reason: "it is empty"),
        "cannot use /a.json: it is empty. The file was left as it is; repair it, or move it away to start afresh."
      ),
      (
        .newer(file: "/a.json", version: 3, supported: 1),
        "cannot use /a.json: it has format 3, and this program knows formats up to 1. "
          + "The file was left as it is; update the program, or choose another place."
      ),
      (
        .unwritable(file: "/a.json", reason: "No space left on device"),
        "cannot write /a.json: No space left on device. "
          + "What was saved before is still there; try again when this is settled."
      ),
      (.other("disk full"), "disk full"),
    ])
  func text(_ failure: StoreFailure, _ text: String) {
    #expect(failure.description == text)
  }
}
