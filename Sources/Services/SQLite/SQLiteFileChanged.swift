/// The file is not what was opened: another one is in its place, or another program has brought it to another version or to other
/// indexes. It has to be opened anew.
struct SQLiteFileChanged: Error {}
