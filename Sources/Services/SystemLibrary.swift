import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A library of the machine, found when the program runs: building needs no development package.
struct SystemLibrary {
  /// Why it cannot be used.
  struct Missing: Error { let reason: String }

  private let handle: UnsafeMutableRawPointer

  /// What `make` gives for the first of these libraries that has all it looks for. That one stays open as long as the program runs.
  static func first<Functions>(
    of names: [String], _ make: (SystemLibrary) throws(Missing) -> Functions
  ) throws(Missing) -> Functions {
    var reasons: [String] = []
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
        reasons.append(dlerror().map { String(cString: $0) } ?? "not found")
        continue
      }
      do { return try make(SystemLibrary(handle: handle)) } catch { reasons.append(error.reason) }
    }
    throw Missing(reason: reasons.first ?? "no name was given")
  }

  /// The function of that name, looked for in the library and in those it needs, as the type that its header declares.
  func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let address = dlsym(handle, name) else { throw Missing(reason: "it has no function \(name)") }
    return unsafeBitCast(address, to: Function.self)  // an address, in and out
  }
}
