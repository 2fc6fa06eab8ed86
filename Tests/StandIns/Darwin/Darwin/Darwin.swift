// Darwin's declarations where Linux has none or has other types, so that the sources for Apple platforms can be type-checked on Linux.
// Nothing here is ever run. What Linux has and Darwin lacks is unavailable. A function whose literal or empty arguments would fit
// Linux's function, too, is left out: the call would be ambiguous.
@_exported import DarwinTypes

// MARK: Files

public func stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func lstat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
public func chmod(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
public func fchmod(_: Int32, _: mode_t) -> Int32 { fatalError() }
public func mkfifo(_: UnsafePointer<CChar>!, _: mode_t) -> Int32 { fatalError() }
public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { fatalError() }
public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { fatalError() }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFIFO: mode_t { 0o010000 }
public var F_FULLFSYNC: Int32 { 51 }
public struct __sFILE {}
public typealias FILE = __sFILE
public var stdout: UnsafeMutablePointer<FILE>! { fatalError() }
public var stderr: UnsafeMutablePointer<FILE>! { fatalError() }
public func fflush(_: UnsafeMutablePointer<FILE>!) -> Int32 { fatalError() }
public func fputs(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<FILE>!) -> Int32 { fatalError() }
public func setvbuf(
  _: UnsafeMutablePointer<FILE>!, _: UnsafeMutablePointer<CChar>!, _: Int32, _: Int
) -> Int32 { fatalError() }
public func setlinebuf(_: UnsafeMutablePointer<FILE>!) { fatalError() }

// MARK: Terminals

public typealias tcflag_t = UInt
public typealias speed_t = UInt
public struct termios {
  public typealias Characters = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8, UInt8, UInt8, UInt8
  )
  public var c_iflag: tcflag_t, c_oflag: tcflag_t, c_cflag: tcflag_t, c_lflag: tcflag_t, c_cc: Characters
  public var c_ispeed: speed_t, c_ospeed: speed_t
  public init() { fatalError() }
}
public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>!) -> Int32 { fatalError() }
public func tcsetattr(_: Int32, _: Int32, _: UnsafePointer<termios>!) -> Int32 { fatalError() }
public var VMIN: Int32 { 16 }
public var VTIME: Int32 { 17 }
public var ECHO: Int32 { 0x8 }
public var ICANON: Int32 { 0x100 }
public var ISIG: Int32 { 0x80 }
public var IXON: Int32 { 0x200 }
public var ICRNL: Int32 { 0x100 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var TIOCSWINSZ: UInt { 0x8008_7467 }
public func ioctl(_: Int32, _: UInt, _: UnsafeMutableRawPointer) -> Int32 { fatalError() }

// MARK: Sockets

public typealias sa_family_t = UInt8
public struct sockaddr_in {
  public var sin_len: UInt8, sin_family: sa_family_t, sin_port: UInt16, sin_addr: in_addr
  public init() { fatalError() }
}
public struct sockaddr {
  public var sa_len: UInt8, sa_family: sa_family_t
  public init() { fatalError() }
}
public var SOCK_STREAM: Int32 { 1 }
public var SHUT_RDWR: Int32 { 2 }
public var SOL_SOCKET: Int32 { 0xFFFF }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
@available(*, unavailable) public var SOCK_CLOEXEC: Int32 { 0 }
@available(*, unavailable) public var MSG_NOSIGNAL: Int32 { 0 }
public func socket(_: Int32, _: Int32, _: Int32) -> Int32 { fatalError() }
public func socketpair(_: Int32, _: Int32, _: Int32, _: UnsafeMutablePointer<Int32>!) -> Int32 { fatalError() }
public func shutdown(_: Int32, _: Int32) -> Int32 { fatalError() }
public func bind(_: Int32, _: UnsafePointer<sockaddr>!, _: UInt32) -> Int32 { fatalError() }
public func getsockname(_: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<UInt32>!) -> Int32 {
  fatalError()
}

// MARK: Threads, locks and signals

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt
public typealias sigset_t = UInt32
public typealias sig_t = @convention(c) (Int32) -> Void
public func pthread_self() -> pthread_t { fatalError() }
public func pthread_sigmask(_: Int32, _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<sigset_t>!) -> Int32 {
  fatalError()
}
public func sigemptyset(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { fatalError() }
public func sigaddset(_: UnsafeMutablePointer<sigset_t>!, _: Int32) -> Int32 { fatalError() }
public func pthread_key_create(
  _: UnsafeMutablePointer<pthread_key_t>!, _: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { fatalError() }
public func pthread_getspecific(_: pthread_key_t) -> UnsafeMutableRawPointer? { fatalError() }
public func pthread_setspecific(_: pthread_key_t, _: UnsafeRawPointer?) -> Int32 { fatalError() }
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public func signal(_: Int32, _: sig_t!) -> sig_t! { fatalError() }
public struct os_unfair_lock_s { public init() {} }
public typealias os_unfair_lock = os_unfair_lock_s
public func os_unfair_lock_lock(_: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_: UnsafeMutablePointer<os_unfair_lock>) {}
@available(*, unavailable) public var pthread_mutex_t: Int { 0 }

// MARK: Libraries

public func dlopen(_: UnsafePointer<CChar>!, _: Int32) -> UnsafeMutableRawPointer! { fatalError() }
public var RTLD_DEFAULT: UnsafeMutableRawPointer! { fatalError() }
