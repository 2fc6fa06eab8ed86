import Foundation
import Services
import Signals

/// The progress of a download: bytes were received, or the file was saved.
package enum DownloadStep: Hashable, Sendable { case received(Int, of: Int), saved(path: String) }

/// The reason why a download failed; `reason` is the disk's text.
package enum DownloadFailure: Error, Hashable { case noAnswer, unwritable(path: String, reason: String) }

/// The use case of the download: fetches from the service and saves to the disk.
package final class DownloadInteractor: Sendable {
  private let service: PictureService
  private let files: any FileSystem, folder: URL
  private let id: @Sendable () -> UUID

  /// Saves pictures in `folder`. Drafts are named by a new `id`, so that no two downloads of any program write to the same one.
  package init(_ service: PictureService, files: any FileSystem, folder: URL, id: @escaping @Sendable () -> UUID) {
    (self.service, self.files, self.folder, self.id) = (service, files, folder, id)
  }

  /// Fetches the picture, and saves it when it is complete.
  package func download(_ usrid: String) -> Signal<DownloadStep, DownloadFailure> {
    // Only letters, digits and percent signs, so that the file stays in the folder.
    let name = usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let file = folder.appendingPathComponent("\(name).svg")
    return .deferred { [self] in
      let received = MutableProperty(Received())
      let parts = service.picture(usrid).mapFailure { _ in DownloadFailure.noAnswer }
      let steps = parts.tryMap { part throws(DownloadFailure) in
        try received.withValue { received throws(DownloadFailure) in try received.add(part) }
      }.compactMap(\.self)
      return steps.concat(
        .deferred { received.value.isComplete ? self.save(received.value.data, to: file) : .fail(.noAnswer) })
    }
  }

  /// Saves the file atomically, so that it is complete even after a power failure.
  private func save(_ data: Data, to file: URL) -> Signal<DownloadStep, DownloadFailure> {
    .result { [files, folder, id] in
      do throws(FileSystemFailure) {
        try files.createFolder(folder)
        try files.put(data, at: file, by: file.appendingPathExtension("\(id()).new"))
        return .success(.saved(path: file.path))
      } catch { return .failure(.unwritable(path: file.path, reason: error.reason)) }
    }
  }
}

/// The bytes of a picture so far.
private struct Received {
  private(set) var data = Data()
  /// The length of the picture; nil if the server does not state it, or states that of its compressed form.
  private var total: Int?

  var isComplete: Bool { total.map { $0 == data.count } ?? !data.isEmpty }

  /// Adds a part; returns the progress if it is known.
  mutating func add(_ part: HTTPPart) throws(DownloadFailure) -> DownloadStep? {
    switch part {
    case .sent: return nil
    case .head(let head):
      let isPacked = head.header("Content-Encoding") != nil
      total = isPacked ? nil : head.header("Content-Length").flatMap { Int($0) }
    case .body(let piece): data += piece
    }
    guard max(data.count, total ?? 0) <= PictureService.limit else { throw .noAnswer }
    return data.isEmpty ? nil : total.map { .received(data.count, of: $0) }
  }
}
