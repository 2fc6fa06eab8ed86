import Foundation

/// A system library, opened at run time, so that building needs no development package.
package struct SystemLibrary {
  /// The reason why the library cannot be used.
  package struct Missing: Error {
    package let reason: String
  }

  private let handle: UnsafeMutableRawPointer

  /// The result of `make` for the first of these libraries that has all required functions. That library is never closed.
  package static func first<Functions>(
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

  /// The function with that name, in the library or its dependencies. `Function` must be the type that its header declares.
  package func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let address = dlsym(handle, name) else { throw Missing(reason: "it has no function \(name)") }
    return unsafeBitCast(address, to: Function.self)  // both are addresses
  }
}
