/// The functions of the system's libcurl and of its zlib, looked up at run time, so that building needs no development package.
struct CurlLibrary: Sendable {
  typealias Easy = OpaquePointer
  typealias Multi = OpaquePointer
  typealias List = OpaquePointer

  let easyInit: @convention(c) () -> Easy?
  let easyCleanup: @convention(c) (Easy) -> Void
  let easyPause: @convention(c) (Easy, Int32) -> Int32
  // C declares these as variadic: (handle, option, ...). On Linux for x86-64 and arm64, the only ones that Swift supports, a
  // variadic function finds an integer or a pointer in the same register as any other function. On Apple's arm64 it does not, but
  // `URLSession` is used there. `long`, `curl_off_t` and `Int` all have 64 bits.
  let easySetNumber: @convention(c) (Easy, Int32, Int) -> Int32
  let easySetPointer: @convention(c) (Easy, Int32, UnsafeRawPointer?) -> Int32
  let multiSetNumber: @convention(c) (Multi, Int32, Int) -> Int32
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
    let begin: @convention(c) (Int) -> Int32 = try library.function("curl_global_init")
    // Called once, before any other function: `CurlThread.shared` creates the only library in use.
    guard begin(3) == 0 else { throw SystemLibrary.Missing(reason: "it cannot be started") }
    easyInit = try library.function("curl_easy_init")
    easyCleanup = try library.function("curl_easy_cleanup")
    easyPause = try library.function("curl_easy_pause")
    easySetNumber = try library.function("curl_easy_setopt")
    easySetPointer = try library.function("curl_easy_setopt")
    multiSetNumber = try library.function("curl_multi_setopt")
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
