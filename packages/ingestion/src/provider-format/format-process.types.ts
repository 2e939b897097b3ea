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
  expression: string
  body: string
  /** lines of JSON, which the expression sees as one list */
  isLines: boolean
  /** the expression is read and not evaluated */
  isCheck?: boolean
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
