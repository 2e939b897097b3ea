/** Limits of one evaluation, inside the process that evaluates. */
export type FormatLimits = {
  /** milliseconds */
  timeMs: number
  /** nesting depth of the expression */
  depth: number
  /** values in a sequence between two steps */
  sequence: number
  /** number of resulting items */
  items: number
  /** characters of the items as JSON */
  characters: number
}

/** A body to be converted to items. */
export type FormatRequest = {
  /** lane of the expression; lanes share nothing */
  lane: string
  expression: string
  body: string
  /** true for lines of JSON, which the expression sees as one list */
  isLines: boolean
  /** true to parse the expression without evaluation */
  isCheck?: boolean
  /** the expression's current time, in milliseconds since 1970 */
  moment: number
  limits: FormatLimits
}

/** Reason why a body did not become items. */
export type FormatFailure = {
  /**
   * `body`: not JSON; `expression`: cannot be parsed, or fails on this body; `result`: not a list of objects; the
   * others: a limit was reached
   */
  reason: 'body' | 'expression' | 'result' | 'time' | 'depth' | 'size' | 'memory'
  /** message for the expression's author: it may contain values of the body */
  message: string
  /** code of the library's error, which contains no values */
  code?: string
  /** position in the expression in characters, from 1 */
  position?: number
}

/** A body with the expression that converts it to items. */
export type FormatJob = {
  /** key of the job's queue and virtual machine: a provider, or a person who tests an expression */
  lane: string
  expression: string
  body: string
  isLines: boolean
  /** true to parse the expression without evaluation */
  isCheck?: boolean
  /** time of receipt, used as the expression's current time; now when left out */
  receivedAt?: Date
}

/** The items of a body, or the failure. */
export type FormatOutcome = { items: unknown[]; text: string } | { failure: FormatFailure }

/**
 * Offsets of a time zone from UTC in milliseconds: the first, and the following ones with the moments of their
 * changes.
 */
export type ZoneTable = readonly [first: number, changes: readonly (readonly [at: number, offset: number])[]]

/** Result of a request: the items as JSON text, or the failure. */
export type FormatReply = { items: string } | { failure: FormatFailure }

/** A request as sent to the process. The machine that evaluates never receives the id. */
export type FormatQuestion = { id: string; request: FormatRequest }

/** Message of the process: its start, or the reply to the question with the same id. */
export type FormatAnswer =
  | { id: string; walls: FormatWall[] }
  | { id: string; reply: FormatReply; isSpent: boolean }

/** Walls around the process: restrictions beyond the virtual machine that an expression runs in. */
export const FORMAT_WALLS = [
  'no code from text',
  'no native code',
  'files of the evaluator alone',
  'no other processes',
  'no threads',
  'no environment',
] as const
/** One of {@link FORMAT_WALLS}. */
export type FormatWall = (typeof FORMAT_WALLS)[number]

/** Start parameters of the process. */
export type ProcessStart = {
  /** id of its start message */
  id: string
  /** files that it may read; all others are closed to it */
  paths: { module: string; functions: string; wasm: string; library: string }
  /** memory limit of each machine */
  memoryBytes: number
  /** resident memory of the process, idle machines included, after which it is replaced */
  spentBytes: number
}
