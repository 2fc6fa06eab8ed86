import Foundation
import Services
import Signals

/// The progress of a download: bytes were received, or the file was saved.
package enum DownloadStep: Hashable, Sendable { case received(Int, of: Int), saved(path: String) }

/// The reason why a download failed; `reason` is the disk's text.
package enum DownloadFailure: Error, Hashable { case noAnswer, unwritable(path: String, reason: String) }

/// The use case of the download: fetches from the service and saves to the disk.
package final class DownloadInteractor: Sendable {
  /// The smallest requested piece, in bytes.
  fileprivate static let pieceLength = 1_000
  /// The most requests for one picture: a server may answer each with a byte.
  private static let requestLimit = 10_000
  private let service: PictureService
  private let files: any FileSystem, folder: URL
  private let id: @Sendable () -> UUID

  /// Saves pictures in `folder`. Drafts are named by a new `id`, so that no two downloads of any program write to the same one.
  package init(_ service: PictureService, files: any FileSystem, folder: URL, id: @escaping @Sendable () -> UUID) {
    (self.service, self.files, self.folder, self.id) = (service, files, folder, id)
  }

  /// Fetches the picture piece by piece, and saves it when it is complete.
  package func download(_ usrid: String) -> Signal<DownloadStep, DownloadFailure> {
    // Only letters, digits and percent signs, so that the file stays in the folder.
    let name = usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let file = folder.appendingPathComponent("\(name).svg")
    return .deferred { [self] in
      let received = MutableProperty(Received())
      let piece = Signal<PictureService.Piece, ServiceFailure>.deferred { [service] in
        service.piece(of: usrid, from: received.value.data.count, count: received.value.nextLength)
      }
      let steps = piece.mapFailure { _ in DownloadFailure.noAnswer }.tryMap { piece throws(DownloadFailure) in
        guard received.withValue({ $0.add(piece) }) else { throw .noAnswer }
        let step = DownloadStep.received(received.value.data.count, of: piece.total)
        // The nil ends the loop.
        return received.value.isComplete ? [step, nil] : [step]
      }.flatMap(.concat) { Signal<DownloadStep?, DownloadFailure>.from($0) }
      return steps.repeat(Self.requestLimit).prefix(while: { $0 != nil }).compactMap(\.self).concat(
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

/// The pieces of a picture so far.
private struct Received {
  private(set) var data = Data()
  private var total: Int?, tag: String?

  var isComplete: Bool { data.count == total }
  /// A large picture is fetched in about ten pieces.
  var nextLength: Int { max(DownloadInteractor.pieceLength, (total ?? 0) / 10) }

  /// Appends a piece; false if the picture has changed meanwhile, so that the pieces do not fit together.
  mutating func add(_ piece: PictureService.Piece) -> Bool {
    if let total, total != piece.total || tag != piece.tag { return false }
    (total, tag) = (piece.total, piece.tag)
    data += piece.data
    return true
  }
}
