import REPL

/// A question about a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether it breaks a promise of every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether something that follows depends on the change that the exploration made.
  case difference(Change)
  /// Whether a failure of the call, which the last line but one sets, is silent, removes the user's input, or lasts.
  case fault(of: String)
  /// Whether a failure of the call is silent when it comes for the second time, in the last two pairs of lines.
  case secondFault(of: String)

  /// A change that an exploration makes, which must not affect what follows.
  enum Change: CaseIterable, Codable, Hashable, Sendable {
    case delays, overtaking, absence, lateInput, cancellation, repetition, input, reload, restart, language
    // Lines are inserted of which nothing may remain.
    case trip, idleTrip, pair, undo, refusal, failure, cancelledFailure, reopening, addition
    // A field gets another text, or the data are others.
    case spelling, twins, blank, secret, trim, elements
    // The flow is played at another time.
    case zone, travel, summerTime, dayBefore, newDay, clock, languageName

    @MainActor var law: any Law {
      switch self {
      case .delays: LateAnswerLaw()
      case .overtaking: OvertakingLaw()
      case .absence: AbsenceLaw()
      case .lateInput: LateInputLaw()
      case .cancellation: CancellationLaw()
      case .repetition: RepetitionLaw()
      case .input: InputLaw()
      case .reload: ReloadLaw()
      case .restart: RestartLaw(isInOtherLanguage: false)
      case .language: RestartLaw(isInOtherLanguage: true)
      case .trip: TripLaw(isIdle: false)
      case .idleTrip: TripLaw(isIdle: true)
      case .pair: DetourLaw.pair
      case .undo: DetourLaw.undo
      case .refusal: DetourLaw.refusal
      case .failure: DetourLaw.failure
      case .cancelledFailure: DetourLaw.cancelledFailure
      case .reopening: ReopeningLaw()
      case .addition: AdditionLaw()
      case .spelling: SpellingLaw(isTwin: false)
      case .twins: SpellingLaw(isTwin: true)
      case .blank: BlankLaw()
      case .secret: SecretLaw()
      case .trim: TrimLaw()
      case .elements: ElementsLaw()
      case .zone: ZoneLaw()
      case .travel: TravelLaw()
      case .summerTime: SummerTimeLaw()
      case .dayBefore: DayBeforeLaw()
      case .newDay: NewDayLaw()
      case .clock: ClockLaw()
      case .languageName: LanguageNameLaw()
      }
    }
  }
}

/// A trial with the question about it.
typealias AskedTrial = (trial: Trial, question: Question)
