/** Limits of one evaluation, inside the process that evaluates. */
export type FormatLimits = {
  /** milliseconds */
  timeMs: number
  /** nested steps of the expression */
  depth: number
  /** values in a sequence between two steps */
  sequence: number
  /** items that may come out */
  items: number
  /** characters of them as JSON */
  characters: number
}

/** A body to be turned into items. */
export type FormatRequest = {
  /** whose expression it is: it shares nothing with those of others */
  lane: string
  expression: string
  body: string
  /** lines of JSON, which the expression sees as one list */
  isLines: boolean
  /** the expression is read and not evaluated */
  isCheck?: boolean
  /** what the expression takes for now, in milliseconds since 1970 */
  moment: number
  limits: FormatLimits
}

/** Why a body did not become items. */
export type FormatFailure = {
  /**
   * `body`: it is not JSON; `expression`: it cannot be read, or fails on this body; `result`: it gives what is no list of
   * objects; the others: a limit was reached
   */
  reason: 'body' | 'expression' | 'result' | 'time' | 'depth' | 'size' | 'memory'
  /** for whoever wrote the expression: it may hold values of the body */
  message: string
  /** code of the library's error, which holds none */
  code?: string
  /** character of the expression, from 1 */
  position?: number
}

/** What came of a request: the items as JSON text, or why there are none. */
export type FormatReply = { items: string } | { failure: FormatFailure }

/** A request as it is sent to the process. The machine that evaluates never learns the id. */
export type FormatQuestion = { id: string; request: FormatRequest }

/** What the process sends: that it is there, or the reply to the question of the same id. */
export type FormatAnswer =
  | { id: string; walls: FormatWall[] }
  | { id: string; reply: FormatReply; isSpent: boolean }

/** Walls around the process, beyond the virtual machine that an expression runs in. */
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

/** What the process starts with. */
export type ProcessStart = {
  /** of the answer that says that it is there */
  id: string
  /** files that it reads; all others are closed to it */
  paths: { module: string; functions: string; wasm: string; library: string }
  /** of each machine */
  memoryBytes: number
  /** resident memory of the process, machines that wait included, after which it is replaced */
  spentBytes: number
}
