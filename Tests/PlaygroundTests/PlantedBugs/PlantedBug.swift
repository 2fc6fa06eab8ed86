import Foundation

/// A mistake that is made in a copy of a sample, for an exploration to find.
struct PlantedBug: Sendable, CustomStringConvertible {
  /// The sample's target, which is the name of its folder, too.
  let sample: String
  /// The file in that folder.
  let file: String
  /// What stands in the file once.
  let old: String
  let new: String
  /// What is wrong then.
  let mistake: String
  /// The maximum number of commands that show it.
  let commands: Int

  init(_ sample: String, _ file: String, _ mistake: String, commands: Int = 6, _ old: String, _ new: String) {
    (self.sample, self.file, self.mistake, self.old, self.new) = (sample, file, mistake, old, new)
    self.commands = commands
  }

  var description: String { "\(sample)/\(file): \(mistake)" }

  /// The file with the mistake in it.
  func planted(in text: String) throws -> String {
    let count = text.components(separatedBy: old).count - 1
    guard count == 1 else {
      throw Stale(description: "\(self): the text to replace stands there \(count) times: \(old)")
    }
    return text.replacing(old, with: new)
  }

  /// An edit of a text that has changed since.
  struct Stale: Error, CustomStringConvertible { let description: String }
}
