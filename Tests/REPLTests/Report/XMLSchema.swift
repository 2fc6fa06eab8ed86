import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A schema that documents are checked against by libxml2, opened at run time: the debugger of the toolchain and the XML
/// part of its Foundation need it, so it is there.
final class XMLSchema {
  private typealias Pointer = UnsafeMutableRawPointer
  private typealias ErrorHandler = @convention(c) (Pointer?, Pointer?) -> Void
  /// What an error handler was told.
  private final class Problems { var texts: [String] = [] }

  private let library: Pointer
  private let schema: Pointer

  static let isAvailable = open() != nil

  private static func open() -> Pointer? {
    let names = ["libxml2.so.2", "libxml2.so.16", "libxml2.so", "libxml2.2.dylib"]
    return names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
  }

  /// nil where libxml2 is missing, or the text is no schema.
  init?(_ text: String) {
    guard let library = Self.open() else { return nil }
    self.library = library
    let bytes = Array(text.utf8CString)
    let schema = bytes.withUnsafeBufferPointer { bytes -> Pointer? in
      let context = Self.symbol(
        library, "xmlSchemaNewMemParserCtxt", as: (@convention(c) (UnsafePointer<CChar>?, CInt) -> Pointer?).self)?(
          bytes.baseAddress, CInt(bytes.count - 1))
      guard let context else { return nil }
      defer { Self.symbol(library, "xmlSchemaFreeParserCtxt", as: (@convention(c) (Pointer) -> Void).self)?(context) }
      return Self.symbol(library, "xmlSchemaParse", as: (@convention(c) (Pointer) -> Pointer?).self)?(context)
    }
    guard let schema else { return nil }
    self.schema = schema
  }

  deinit { symbol("xmlSchemaFree", as: (@convention(c) (Pointer) -> Void).self)?(schema) }

  private static func symbol<Function>(_ library: Pointer, _ name: String, as type: Function.Type) -> Function? {
    // The names and types are those of the library's headers.
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }

  private func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
    Self.symbol(library, name, as: type)
  }

  /// What is wrong with a document, as the library says it; nothing if it is valid.
  func problems(of document: String) -> [String] {
    let problems = Problems(), context = Unmanaged.passUnretained(problems).toOpaque()
    let note: ErrorHandler = { context, error in
      // `struct _xmlError { int domain; int code; char *message; … }`
      guard let context, let text = error?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return }
      let line = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
      Unmanaged<Problems>.fromOpaque(context).takeUnretainedValue().texts.append(line)
    }
    let bytes = Array(document.utf8CString)
    let parsed = bytes.withUnsafeBufferPointer { bytes in
      // 32 and 64 keep the parser from printing what it finds.
      symbol(
        "xmlReadMemory",
        as: (@convention(c) (UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt) ->
          Pointer?)
          .self)?(bytes.baseAddress, CInt(bytes.count - 1), nil, nil, 32 | 64)
    }
    guard let parsed else { return ["it is no XML"] }
    defer { symbol("xmlFreeDoc", as: (@convention(c) (Pointer) -> Void).self)?(parsed) }
    guard let check = symbol("xmlSchemaNewValidCtxt", as: (@convention(c) (Pointer) -> Pointer?).self)?(schema) else {
      return ["it cannot be checked"]
    }
    defer { symbol("xmlSchemaFreeValidCtxt", as: (@convention(c) (Pointer) -> Void).self)?(check) }
    symbol(
      "xmlSchemaSetValidStructuredErrors", as: (@convention(c) (Pointer, ErrorHandler?, Pointer?) -> Void).self)?(
        check, note, context)
    let code = symbol("xmlSchemaValidateDoc", as: (@convention(c) (Pointer, Pointer) -> CInt).self)?(check, parsed)
    return withExtendedLifetime(problems) {
      code == 0 ? [] : problems.texts.isEmpty ? ["it is not valid"] : problems.texts
    }
  }
}
