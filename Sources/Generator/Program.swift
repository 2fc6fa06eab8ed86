import Foundation
import VIPER
public enum Program {
  public static func main(_ a: [String]) -> Int32 {
    print(Bundle.module.bundlePath, a, FileManager.default.currentDirectoryPath)
    print(
      (try? String(
        contentsOf: Bundle.module.bundleURL.appending(path: "Templates/module/Code/X.swift"), encoding: .utf8))
        ?? "none")
    return a.isEmpty ? 3 : 0
  }
}
