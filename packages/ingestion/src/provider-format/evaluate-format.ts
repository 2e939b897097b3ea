import type jsonata from 'jsonata'
import type { FormatFailure, FormatLimits, FormatReply, FormatRequest } from './format-process.types.ts'

/** The library, given by whoever evaluates: it is loaded where it may do harm to nobody, and in tests. */
type Compile = typeof jsonata
type Expression = ReturnType<Compile>

/**
 * Functions that are switched off: `$eval` would run what a body says, and the others give another answer each time,
 * by which a repeated push would no longer be a repeat.
 */
const SWITCHED_OFF = ['eval', 'random', 'shuffle'] as const
const MAX_COMPILED = 50
const compiled = new Map<string, Expression>()

/** Evaluates an expression on a body. Never throws. */
export async function evaluateFormat(compile: Compile, request: FormatRequest): Promise<FormatReply> {
  const input = readBody(request)
  if (input.failure) return { failure: input.failure }
  try {
    const expression = compileOnce(compile, request)
    if (request.isCheck) return { items: '[]' }
    const result: unknown = await expression.evaluate(input.value)
    return toReply(result, request.limits)
  } catch (error) {
    return { failure: toFailure(error) }
  }
}

function readBody({ body, isLines }: FormatRequest): { value?: unknown; failure?: FormatFailure } {
  try {
    if (!isLines) return { value: JSON.parse(body) as unknown }
    const lines = body.split('\n').filter((line) => line.trim() !== '')
    return { value: lines.map((line) => JSON.parse(line) as unknown) }
  } catch {
    return { failure: { reason: 'body', message: 'The body is not valid JSON.' } }
  }
}

/** Expressions are compiled once: a provider sends the same one thousands of times. */
function compileOnce(compile: Compile, { expression, limits }: FormatRequest): Expression {
  const known = compiled.get(expression)
  if (known) return known
  const { timeMs, depth, sequence } = limits
  const expressionProgram = compile(expression, { timeout: timeMs, stack: depth, sequence })
  for (const name of SWITCHED_OFF)
    expressionProgram.registerFunction(name, () => {
      throw new Error(`$${name} is switched off.`)
    })
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(expression, expressionProgram)
  return expressionProgram
}

/** One object stands for a list of one; nothing for an empty list. */
function toReply(result: unknown, limits: FormatLimits): FormatReply {
  const items = result === undefined ? [] : Array.isArray(result) ? result : [result]
  if (items.length > limits.items)
    return { failure: { reason: 'size', message: `More than ${limits.items} items came out.` } }
  if (!items.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item)))
    return { failure: { reason: 'result', message: 'An object, or a list of objects, must come out.' } }
  const text = JSON.stringify(items)
  return text.length <= limits.characters
    ? { items: text }
    : { failure: { reason: 'size', message: 'More came out than a request may hold.' } }
}

/** Codes of the library by the limit that was reached. */
const LIMIT_CODES: Readonly<Record<string, FormatFailure['reason']>> = {
  D1011: 'depth',
  D1012: 'time',
  D2014: 'size',
  D2015: 'size',
}

function toFailure(error: unknown): FormatFailure {
  // The library throws plain objects too.
  const { message, code, position } = Object(error) as { message?: string; code?: string; position?: number }
  if (error instanceof RangeError) return { reason: 'depth', message: 'This is nested too deeply.' }
  return {
    reason: LIMIT_CODES[code ?? ''] ?? 'expression',
    message: String(message ?? error).slice(0, 500),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof position === 'number' ? { position } : {}),
  }
}
