import type jsonata from 'jsonata'
import type { FormatFailure, ZoneTable } from '../format-process.types.ts'
import { createLocalTimes } from './local-times.ts'

/** Input that the machine compiles once: an expression with its limits. */
export type MachineTask = {
  expression: string
  depth: number
  sequence: number
  items: number
  characters: number
}
/** First letter of an input text: a task, tables of time zones, a body as one value, a body of lines. */
export const INPUT = { task: 'T', zones: 'Z', value: 'V', lines: 'L' } as const
/** First letter of an output text: items as JSON, or a failure as JSON. */
export const OUTPUT = { items: 'I', failure: 'F' } as const

type Browser = { jsonata?: typeof jsonata; btoa?: (text: string) => string; atob?: (text: string) => string }
type Evaluate = { evaluate(input: unknown): unknown }

/**
 * Sets up the machine. The text of this function runs inside it, so that it cannot use outside names. An expression
 * may be able to do everything that this function can, so that its output is not trusted.
 * @returns the only function that is called from outside
 */
function setUpMachine(window: Browser, localTimesOf: typeof createLocalTimes): (input: string) => string {
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  // Works like Buffer, which the library uses in Node: only the low byte of a character counts.
  window.btoa = (text) => {
    let encoded = ''
    for (let index = 0; index < text.length; index += 3) {
      const [first = 0, second = 0, third = 0] = [0, 1, 2].map((n) => (text.charCodeAt(index + n) || 0) & 255)
      const bits = (first << 16) | (second << 8) | third
      const letters = [18, 12, 6, 0].map((shift) => BASE64.charAt((bits >> shift) & 63)).join('')
      const missing = Math.max(0, index + 3 - text.length)
      encoded += letters.slice(0, 4 - missing) + '='.repeat(missing)
    }
    return encoded
  }
  window.atob = (text) => {
    let decoded = ''
    let bits = 0
    let count = 0
    for (const letter of text.replace(/-/g, '+').replace(/_/g, '/')) {
      if (letter === '=') break
      const value = BASE64.indexOf(letter)
      if (value < 0) continue
      bits = ((bits << 6) | value) & 0xffff
      count += 6
      if (count < 8) continue
      count -= 8
      decoded += String.fromCharCode((bits >> count) & 255)
    }
    return decoded
  }

  // Joins a list of only gaps, as `$pad` makes it, in one step instead of one for each gap. The clock is not checked
  // during such a join. The machine has its own lists.
  const join = Array.prototype.join
  // oxlint-disable-next-line no-extend-native
  Array.prototype.join = function (this: unknown[], separator = ',') {
    const isEmpty = this.length > 10_000 && Object.keys(this).length === 0
    return isEmpty ? separator.repeat(this.length - 1) : join.call(this, separator)
  }

  // Text cannot be evaluated as code inside the machine.
  const kinds = [
    () => undefined,
    async () => undefined,
    function* () {
      yield undefined
    },
    async function* () {
      yield undefined
    },
  ]
  for (const kind of kinds) Reflect.deleteProperty(Object.getPrototypeOf(kind) as object, 'constructor')
  for (const name of ['eval', 'Function']) Reflect.deleteProperty(globalThis, name)

  const { jsonata: compile } = window
  if (!compile) throw new Error('the library is not there')
  const pictureReader = compile('$toMillis(text, picture)') as unknown as Evaluate
  const localTimes = localTimesOf((text, picture) => pictureReader.evaluate({ text, picture }))
  const SWITCHED_OFF = ['eval', 'random', 'shuffle']
  const LIMIT_CODES: Record<string, FormatFailure['reason']> = {
    D1011: 'depth',
    D2014: 'size',
    D2015: 'size',
  }
  let task: MachineTask | undefined
  let program: Evaluate | undefined

  const toFailure = (error: unknown): FormatFailure => {
    // The library also throws plain objects.
    const { name, message, code, position } = Object(error) as {
      name?: string
      message?: string
      code?: string
      position?: number
    }
    if (name === 'InternalError' && message === 'out of memory') return { reason: 'memory', message }
    if (name === 'RangeError' || (name === 'InternalError' && message === 'stack overflow'))
      return { reason: 'depth', message: 'This is nested too deeply.' }
    return {
      reason: LIMIT_CODES[code ?? ''] ?? 'expression',
      message: String(message ?? error).slice(0, 500),
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof position === 'number' ? { position } : {}),
    }
  }
  const fail = (failure: FormatFailure): string => `F${JSON.stringify(failure)}`
  const compileTask = (text: string): string => {
    task = JSON.parse(text) as MachineTask
    const compiled = compile(task.expression, { stack: task.depth, sequence: task.sequence })
    for (const name of SWITCHED_OFF)
      compiled.registerFunction(name, () => {
        throw new Error(`$${name} is switched off.`)
      })
    compiled.registerFunction('fromLocal', localTimes.fromLocal)
    program = compiled as unknown as Evaluate
    return 'I[]'
  }
  const readBody = (kind: string, body: string): { value?: unknown; failure?: FormatFailure } => {
    try {
      if (kind === 'V') return { value: JSON.parse(body) as unknown }
      const lines = body.split('\n').filter((line) => line.trim() !== '')
      return { value: lines.map((line) => JSON.parse(line) as unknown) }
    } catch (error) {
      const isJson = !(error instanceof SyntaxError)
      return {
        failure: isJson ? toFailure(error) : { reason: 'body', message: 'The body is not valid JSON.' },
      }
    }
  }
  const toOutput = (result: unknown, { items: maxItems, characters }: MachineTask): string => {
    // The library returns a single object for a list of one, and undefined for an empty list.
    const items = result === undefined ? [] : Array.isArray(result) ? result : [result]
    if (items.length > maxItems)
      return fail({ reason: 'size', message: `The result has more than ${maxItems} items.` })
    if (!items.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item)))
      return fail({ reason: 'result', message: 'The result must be an object or a list of objects.' })
    const text = JSON.stringify(items)
    return text.length <= characters
      ? `I${text}`
      : fail({ reason: 'size', message: 'The result exceeds the size limit of a request.' })
  }
  return (input) => {
    try {
      const kind = input.charAt(0)
      const text = input.slice(1)
      if (kind === 'T') return compileTask(text)
      if (kind === 'Z') {
        localTimes.setZones(JSON.parse(text) as Record<string, ZoneTable>)
        return 'I[]'
      }
      if (!task || !program) throw new Error('no expression was given')
      const { value, failure } = readBody(kind, text)
      return failure ? fail(failure) : toOutput(program.evaluate(value), task)
    } catch (error) {
      return fail(toFailure(error))
    }
  }
}

/**
 * Returns the script that a new machine runs once; its value is the function that receives each text.
 * @param library text of JSONata as the machine runs it
 */
export const machineProgram = (library: string): string =>
  `var window = {};\n${library}\n;(${setUpMachine.toString()})(window, ${createLocalTimes.toString()})`
