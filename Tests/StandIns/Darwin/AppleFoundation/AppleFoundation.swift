// Foundation of an Apple platform: it exports Darwin, whose declarations hide those of Linux.
@_exported import Darwin
