/// The functions of the system's libcurl and of its zlib, looked up at run time, so that building needs no development package.
struct CurlLibrary: Sendable {
  typealias Easy = OpaquePointer
  typealias Multi = OpaquePointer
  typealias List = OpaquePointer

  let easyInit: @convention(c) () -> Easy?
  let easyCleanup: @convention(c) (Easy) -> Void
  let easyPause: @convention(c) (Easy, Int32) -> Int32
  private let setOption: @convention(c) (Easy, Int32, Int) -> Int32
  private let setPointer: @convention(c) (Easy, Int32, UnsafeRawPointer?) -> Int32
  private let setMultiOption: @convention(c) (Multi, Int32, Int) -> Int32
  let listAppend: @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let listFree: @convention(c) (List?) -> Void
  let multiInit: @convention(c) () -> Multi?
  let multiAdd: @convention(c) (Multi, Easy) -> Int32
  let multiRemove: @convention(c) (Multi, Easy) -> Int32
  let multiPerform: @convention(c) (Multi, UnsafeMutablePointer<Int32>) -> Int32
  let multiPoll: @convention(c) (Multi, UnsafeRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  let multiWakeup: @convention(c) (Multi) -> Int32
  let multiRead: @convention(c) (Multi, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
  let inflateInit: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
  let inflate: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  let inflateReset: @convention(c) (UnsafeMutableRawPointer) -> Int32
  let inflateEnd: @convention(c) (UnsafeMutableRawPointer) -> Int32

  /// The library's file names, the likeliest first. Foundation's networking is linked to the first one.
  static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]

  /// The first of these libraries that can be opened.
  init(anyOf names: [String]) throws(SystemLibrary.Missing) {
    do throws(SystemLibrary.Missing) {
      self = try SystemLibrary.first(of: names) { library throws(SystemLibrary.Missing) in try CurlLibrary(library) }
    } catch {
      throw SystemLibrary.Missing(
        reason: "\(names.first ?? "libcurl") cannot be used: \(error.reason); install libcurl 7.68 or later")
    }
  }

  private init(_ library: SystemLibrary) throws(SystemLibrary.Missing) {
    guard Self.takesVariadicArgumentsAsOthers else {
      throw SystemLibrary.Missing(reason: "it is used only on Linux for x86-64 and arm64")
    }
    let begin: @convention(c) (Int) -> Int32 = try library.function("curl_global_init")
    let allParts = 3  // CURL_GLOBAL_ALL
    // Called once, before any other function: `CurlThread.shared` creates the only library in use.
    guard begin(allParts) == 0 else { throw SystemLibrary.Missing(reason: "it cannot be started") }
    easyInit = try library.function("curl_easy_init")
    easyCleanup = try library.function("curl_easy_cleanup")
    easyPause = try library.function("curl_easy_pause")
    setOption = try library.function("curl_easy_setopt")
    setPointer = try library.function("curl_easy_setopt")
    setMultiOption = try library.function("curl_multi_setopt")
    listAppend = try library.function("curl_slist_append")
    listFree = try library.function("curl_slist_free_all")
    multiInit = try library.function("curl_multi_init")
    multiAdd = try library.function("curl_multi_add_handle")
    multiRemove = try library.function("curl_multi_remove_handle")
    multiPerform = try library.function("curl_multi_perform")
    multiPoll = try library.function("curl_multi_poll")
    multiWakeup = try library.function("curl_multi_wakeup")
    multiRead = try library.function("curl_multi_info_read")
    inflateInit = try library.function("inflateInit2_")
    inflate = try library.function("inflate")
    inflateReset = try library.function("inflateReset")
    inflateEnd = try library.function("inflateEnd")
  }
}

// MARK: Options

/// An option of a transfer. The names are libcurl's: `CURLOPT_URL` and so on.
enum CurlOption: Int32 {
  // Numbers, whose type in C is `long` or, above 30000, `curl_off_t`.
  case noBody = 44
  case post = 47
  case freshConnect = 74
  case httpVersion = 84
  case noSignal = 99
  case suppressConnectHeaders = 265
  case quickExit = 322
  case postFieldSizeLarge = 30_120
  // Pointers to texts, lists and other data.
  case writeData = 10_001
  case url = 10_002
  case proxy = 10_004
  case readData = 10_009
  case errorBuffer = 10_010
  case httpHeader = 10_023
  case headerData = 10_029
  case customRequest = 10_036
  // Pointers to functions.
  case writeFunction = 20_011
  case readFunction = 20_012
  case headerFunction = 20_079
  case sockOptFunction = 20_148
}

/// An option of all transfers of a thread: `CURLMOPT_MAXCONNECTS` and so on.
enum CurlMultiOption: Int32 {
  case maxConnects = 6
  case maxHostConnections = 7
}

extension CurlLibrary {
  /// Whether a variadic function of C finds its arguments where a caller puts those of any other function.
  ///
  /// `curl_easy_setopt` is variadic, and Swift calls no variadic functions. C does not define a call with another type. The calling
  /// conventions of Linux do, for numbers and pointers: on x86-64 and arm64 they are in the same registers, and `long`, `curl_off_t`
  /// and `Int` have 64 bits. On Apple's arm64 variadic arguments are on the stack; there, `URLSession` sends the messages.
  private static var takesVariadicArgumentsAsOthers: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      true
    #else
      false
    #endif
  }

  // An option that an older libcurl does not know keeps its default.

  func set(_ easy: Easy, _ option: CurlOption, _ number: Int) { _ = setOption(easy, option.rawValue, number) }
  /// libcurl copies the text.
  func set(_ easy: Easy, _ option: CurlOption, _ text: String) { _ = setPointer(easy, option.rawValue, text) }
  func set(_ easy: Easy, _ option: CurlOption, _ pointer: UnsafeRawPointer?) {
    _ = setPointer(easy, option.rawValue, pointer)
  }
  func set(_ multi: Multi, _ option: CurlMultiOption, _ number: Int) {
    _ = setMultiOption(multi, option.rawValue, number)
  }
}
