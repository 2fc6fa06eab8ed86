extension Texts {
  package static let english = Texts(
    listTitle: "VIPER TODO",
    sections: ["Unknown", "Today", "Tomorrow", "Later This Week", "Next Week"],
    noContent: "no upcoming items",
    nothingToUndo: "there is nothing to undo",
    addTitle: "Add",
    nameIsEmpty: "name is empty",
    beforeToday: { day, today in "\(day) is over; choose \(today), which is today, or a later day" },
    notADay: { "'\($0)' is not a day; type one as year-month-day, such as 2014-05-22" },
    keptIn: { "data: \($0 ?? "in memory, gone when this ends")" },
    storeFailure: { "\($0)" })
}
