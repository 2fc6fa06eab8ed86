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
  package static let pieceLength = 1_000
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
    return rest(of: usrid, after: Data(), begunWith: nil, count: Self.pieceLength, to: file)
  }

  private func rest(
    of usrid: String, after received: Data, begunWith first: PictureService.Piece?, count: Int, to file: URL
  ) -> Signal<DownloadStep, DownloadFailure> {
    service.piece(of: usrid, from: received.count, count: count).mapError { _ in DownloadFailure.noAnswer }
      .flatMap { [self] piece in
        // The picture has changed meanwhile, so the pieces do not fit together.
        if let first, first.total != piece.total || first.tag != piece.tag { return .fail(.noAnswer) }
        let all = received + piece.data
        let next: Signal<DownloadStep, DownloadFailure> = .deferred { [self] in
          guard all.count < piece.total else { return save(all, to: file) }
          // Fetches a large picture in about ten pieces.
          let count = max(Self.pieceLength, piece.total / 10)
          return rest(of: usrid, after: all, begunWith: first ?? piece, count: count, to: file)
        }
        return Signal.just(.received(all.count, of: piece.total)).concat(next)
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
