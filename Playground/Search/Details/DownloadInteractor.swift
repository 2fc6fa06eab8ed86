import Foundation
import Services
import Signals

/// How far a download is: bytes have come, or all of them are in a file.
package enum DownloadStep: Hashable, Sendable { case received(Int, of: Int), saved(path: String) }

/// Why there is no file; `reason` is the disk's own.
package enum DownloadFailure: Error, Hashable { case noAnswer, unwritable(path: String, reason: String) }

/// The use case of the download: brings the service and the disk together.
package final class DownloadInteractor: Sendable {
  /// The least that is asked for at a time, in bytes.
  package static let pieceLength = 1_000
  private let service: PictureService
  private let files: any FileSystem, folder: URL
  private let id: @Sendable () -> UUID

  /// Pictures go to `folder`. By a new `id`, no two downloads write to one file, whatever program each is in.
  package init(_ service: PictureService, files: any FileSystem, folder: URL, id: @escaping @Sendable () -> UUID) {
    (self.service, self.files, self.folder, self.id) = (service, files, folder, id)
  }

  /// Fetches the picture piece by piece, and puts it into a file once all of it is there.
  package func download(_ usrid: String) -> Signal<DownloadStep, DownloadFailure> {
    // Nothing but letters, digits and percent signs: it stays in the folder whatever it is called.
    let name = usrid.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let file = folder.appendingPathComponent("\(name).svg")
    return rest(of: usrid, after: Data(), begunWith: nil, count: Self.pieceLength, to: file)
  }

  private func rest(
    of usrid: String, after received: Data, begunWith first: PictureService.Piece?, count: Int, to file: URL
  ) -> Signal<DownloadStep, DownloadFailure> {
    service.piece(of: usrid, from: received.count, count: count).mapError { _ in DownloadFailure.noAnswer }
      .flatMap { [self] piece in
        // The picture has become another one meanwhile: half of each would be neither.
        if let first, first.total != piece.total || first.tag != piece.tag { return .fail(.noAnswer) }
        let all = received + piece.data
        let next: Signal<DownloadStep, DownloadFailure> = .deferred { [self] in
          guard all.count < piece.total else { return save(all, to: file) }
          // A large picture does not take more than ten pieces or so.
          let count = max(Self.pieceLength, piece.total / 10)
          return rest(of: usrid, after: all, begunWith: first ?? piece, count: count, to: file)
        }
        return Signal.just(.received(all.count, of: piece.total)).concat(next)
      }
  }

  /// A file with the picture's name is always whole, even after a loss of power.
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
