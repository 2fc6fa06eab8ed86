import Foundation
import Language
import Login
import REPL
import SampleNetwork
import Search
import Services
import Todo
import VIPER

/// All sample apps in one program with one navigator.
package enum PlaygroundApp {
  /// - Parameters:
  ///   - folder: the folder of the to-do list and the pictures without `--data`. Scripted sessions never use it.
  ///   - heard: called for each request to the built-in server, with whether it came over the wire.
  ///   - seams: the replaceable dependencies of sessions.
  ///   - views: the views of the screens.
  package static func console(
    keepingIn folder: URL, heard: @escaping SampleNetwork.Heard = { _, _ in }, seams: Seams = Seams(),
    views: SampleViews = .console
  ) -> ConsoleApp {
    let locale = ConsoleOption(
      "locale", value: "NAME", help: "the language of a session, such as zh-Hans; flows set their own")
    let data = ConsoleOption(
      "data", value: "DIR", help: "the folder of the to-do list and the pictures; \(folder.path) if not given")
    let memory = MemoryStore<TodoItem>()
    let options = [data] + TodoStorage.options + SampleNetwork.options + [locale]
    return ConsoleApp("playground", home: "home", options: options) { session in
      if !session.isScripted {
        if let name = session.options["locale"] { session.environment.locale = Locale(identifier: name) }
        // The rules of the to-do list count weeks from Sunday, in every country.
        session.environment.calendar = .gregorian(session.environment.calendar.timeZone, session.environment.locale)
      }
      if session.isScripted { session.environment = seams.environment(session.environment) }
      if Language.of(session.environment.locale) == .simplifiedChinese { session.console.texts = .simplifiedChinese }
      let time = session.environment.scheduler
      let network = try SampleNetwork(for: session, heard: heard) { seams.wire($0, time) }
      let folder = try session.options["data"].map { try dataFolder($0, of: session) } ?? folder
      let store = try TodoStorage.store(
        for: session, in: folder, on: seams.keeping, Disk.queue, memory: memory, scripted: seams.store)
      let pictures = PictureService(
        search: network.transport(named: "search.get"), pictures: network.streaming(named: "picture.get"))
      let album = album(of: session, in: folder, seams)
      let todo = TodoModules(store, views: views.todo)
      let login = loginModules(network.transport(named: "login.post"), views: views.login)
      let search = SearchModules(pictures, files: album.files, folder: album.folder, views: views.search)
      return try Navigator(
        stage: views.stage(session), environment: session.environment,
        modules: HomeModules(views: views).all + todo.all + login + search.all)
    }
  }

  /// Fails at once if the path is a file, instead of at the first change. A scripted session does not check the disk.
  @MainActor private static func dataFolder(_ path: String, of session: Session) throws(UnusableFolder) -> URL {
    var isFolder: ObjCBool = false
    if !session.isScripted, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw UnusableFolder(path: path)
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private struct UnusableFolder: Error, CustomStringConvertible {
    let path: String
    var description: String { "--data cannot be '\(path)', which is a file; name a folder, which need not exist" }
  }

  /// The folder of pictures: beside the to-do list, or in memory for a flow.
  @MainActor private static func album(
    of session: Session, in folder: URL, _ seams: Seams
  ) -> (files: any FileSystem, folder: URL) {
    if session.isScripted {
      let disk = seams.disk ?? session.persistent("pictures") { MemoryFileSystem() }
      return (disk, URL(fileURLWithPath: "/data/pictures"))
    }
    return (DiskFileSystem(), folder.appendingPathComponent("pictures"))
  }
}
