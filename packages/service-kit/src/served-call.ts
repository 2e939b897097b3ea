import {
  type Call,
  type ErrorDetail,
  type HandlerInput,
  type HandlerOutput,
  messages,
  type Service,
  variantOf,
} from '@wardtrack/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { ApiError, invalid } from './api-error.ts'
import { type AuditDetails, type AuditSink, auditRequest } from './audit.ts'
import type { CallBudget } from './call-budget.ts'
import { detailsOf } from './details-of.ts'
import { limitLargeBodies } from './large-bodies.ts'
import { checkedBodyOf, JSON_LIMIT, readJsonBody } from './read-json-body.ts'
import { logOf } from './request-log.ts'
import { abandonedSignal, sendJson, toJson } from './send-answer.ts'

/** Parts of a request that a handler may use in addition to its input. */
export type CallContext<A> = {
  actor: A
  request: Request
  response: Response
  requestId: string
  log: Logger
  /** names the target of the audit entry: its type and its internal id, never a name */
  target(type: string, id: string): void
  /** adds facts to the entry of the audit log: numbers and fixed texts, never a value that was read or sent */
  auditDetails(details: AuditDetails): void
  /** makes an entry of the audit log now, in addition to the one at the end: for answers that last hours */
  auditNow(details: AuditDetails): void
}

/**
 * A handler takes the parsed input and returns the answer. A call that `produces: 'open'` writes to
 * `context.response` itself.
 */
export type Handler<A, C extends Call> = (
  input: HandlerInput<C>,
  context: CallContext<A>,
) => Promise<HandlerOutput<C>> | HandlerOutput<C>

/** A declared call with the handler that serves it. */
export type ServedCall<A> = {
  call: Call
  /** log of the call's requests; the log of the process when left out */
  log?: Logger
  /** notes a request that is refused before the handler */
  noteRefused?: (error: unknown, request: Request) => void
  handle: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext<A>) => unknown
}

/**
 * Joins a declared call with its handler, in two steps so that TypeScript infers literal types:
 * `serve(calls.x)(handler)`.
 */
export const serve =
  <C extends Call>(call: C) =>
  <A>(handler: Handler<A, C>): ServedCall<A> => ({ call, handle: handler as ServedCall<A>['handle'] })

/**
 * Identifies who makes a request: returns the actor or throws a {@link ApiError}. It may set headers on the response.
 */
export type Authorize<A> = (call: Call, request: Request, response: Response) => Promise<A> | A

/** Options of mounting calls. */
export type MountOptions<A> = {
  authorize: Authorize<A>
  bases?: Partial<Record<Service, string>>
  audit?: AuditSink<A>
  /** number of proxies in front whose `X-Forwarded-For` is trusted; none when left out */
  trustProxy?: number
  /** shares the process among the sessions that call it; `callerOf` names a request's session without the store */
  budget?: { calls: CallBudget; callerOf: (request: Request) => string | undefined }
  /** check answers against their declaration (tests and development); a mismatch is a 500 */
  checkResponses?: boolean
}

/** Delay of a refusal for a session that has used up its share, in milliseconds. */
const REFUSAL_DELAY_MS = 1_000
/** Maximum length of an answer that is no stream or file: 500 rows that are longer than any usual ones. */
const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

/** Runs steps one after the other until one reports an error. */
export function runSteps(
  steps: readonly RequestHandler[],
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  let index = 0
  const step = (error?: unknown): void => {
    const current = error ? undefined : steps[index]
    index += 1
    if (current) void current(request, response, step)
    else next(error)
  }
  step()
}

/** Returns the steps of a call in their order. */
export function stepsOf<A>(served: ServedCall<A>, options: MountOptions<A>): RequestHandler[] {
  const { call, log, noteRefused } = served
  const enter: RequestHandler = (request, response, next) => {
    response.locals['call'] = call
    if (log) request.processLog = log
    const { audit, trustProxy = 0 } = options
    if (audit)
      response.locals['auditNow'] = auditRequest(call, request, response, { sink: audit, trustProxy })
    // The budget comes before the store looks up the session, because a refusal must cost next to nothing.
    const caller = callerOf(call, request, options)
    try {
      if (caller !== undefined) options.budget?.calls.check(caller)
    } catch (error) {
      // A delayed refusal keeps immediate repetitions from occupying the process.
      setTimeout(() => next(error), REFUSAL_DELAY_MS)
      return
    }
    response.locals['caller'] = caller
    const proceed = (actor: A): void => {
      response.locals['actor'] = actor
      next()
    }
    const refuse = (error: unknown): void => {
      noteRefused?.(error, request)
      next(error)
    }
    let actor: A | Promise<A>
    try {
      actor = options.authorize(call, request, response)
    } catch (error) {
      refuse(error)
      return
    }
    // An actor known without the store is used synchronously: awaiting it would cost every request.
    if (actor instanceof Promise) actor.then(proceed, refuse)
    else proceed(actor)
  }
  const answer: RequestHandler = (request, response, next) => {
    answerInTurn(served, request, response, options).catch(next)
  }
  if (call.rawBody || call.route.method === 'GET') return [enter, answer]
  const isLarge = (call.bodyLimit ?? 0) > JSON_LIMIT
  return [enter, ...(isLarge ? [limitLargeBodies()] : []), readJsonBody(call), answer]
}

/** Returns the session whose share a call uses; undefined for calls that are not for sessions. */
function callerOf<A>(call: Call, request: Request, { budget }: MountOptions<A>): string | undefined {
  const { kind } = call.route.access
  const isShared = (kind === 'session' || kind === 'pages') && call.share !== 'none'
  return isShared ? budget?.callerOf(request) : undefined
}

/** Handles a call when it is its caller's turn. */
async function answerInTurn<A>(
  served: ServedCall<A>,
  request: Request,
  response: Response,
  options: MountOptions<A>,
): Promise<void> {
  const { budget } = options
  const caller = response.locals['caller'] as string | undefined
  if (!budget || caller === undefined) {
    await handle(served, request, response, options)
    return
  }
  if (served.call.share === 'streams') {
    const turn = budget.calls.enterStream(caller)
    response.once('close', turn.release)
    await handle(served, request, response, options)
    return
  }
  const turn = await budget.calls.enter(caller, abandonedSignal(response))
  try {
    const isRead = turn.answered(await handle(served, request, response, options))
    if (response.closed) isRead()
    else response.once('close', isRead)
  } finally {
    turn.release()
  }
}

/** Handles a call. Returns the length of the answer in bytes; 0 when the handler writes it itself. */
async function handle<A>(
  served: ServedCall<A>,
  request: Request,
  response: Response,
  options: MountOptions<A>,
): Promise<number> {
  const { call } = served
  const input = readInput(call, request, response)
  const context: CallContext<A> = {
    actor: response.locals['actor'] as A,
    request,
    response,
    requestId: request.id,
    get log() {
      return logOf(request)
    },
    target: (type, id) => {
      response.locals['target'] = { type, id }
    },
    auditDetails: (details) => {
      response.locals['auditDetails'] = {
        ...(response.locals['auditDetails'] as object | undefined),
        ...details,
      }
    },
    auditNow: (details) => {
      const auditNow = response.locals['auditNow'] as ((details: AuditDetails) => void) | undefined
      auditNow?.(details)
    },
  }
  const output = await served.handle(input, context)
  if (call.produces === 'open') return 0
  response.setHeader('Cache-Control', 'no-store')
  const text = await toJson(options.checkResponses ? checked(call, input.params, output) : output)
  if (text !== undefined && text.length > MAX_ANSWER_CHARACTERS)
    throw new ApiError('too_large', messages.answerTooLarge)
  if (text !== undefined) return sendJson(response, text)
  response.end()
  return 0
}

/** Parses params, query and body as far as they are declared; the error names every wrong member. */
function readInput(
  call: Call,
  request: Request,
  response: Response,
): { params: unknown; query: unknown; body: unknown } {
  const { params, query, body } = call.shapes
  const errors: ErrorDetail[] = []
  const read = (schema: z.ZodType | undefined, valueOf: () => unknown): unknown => {
    if (!schema) return undefined
    const result = schema.safeParse(valueOf())
    if (result.success) return result.data
    errors.push(...detailsOf(result.error))
    return undefined
  }
  const readBody = (): unknown => {
    const checkedBody = checkedBodyOf(response)
    if (!checkedBody) return call.rawBody ? undefined : read(body, () => request.body ?? {})
    if ('data' in checkedBody) return checkedBody.data
    errors.push(...checkedBody.errors)
    return undefined
  }
  const input = {
    params: read(params, () => paramsOf(request)),
    query: read(query, () => request.query),
    body: readBody(),
  }
  if (errors.length > 0) throw invalid(errors, overallMessage(call, errors))
  return input
}

/** Joins a parameter of several path segments, which Express gives as a list. */
const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  )

function overallMessage(call: Call, errors: readonly ErrorDetail[]): string | undefined {
  const leading = errors.find(({ message }) => call.leadingMessages?.includes(message))
  return leading?.message ?? call.invalidMessage
}

function checked(call: Call, params: unknown, output: unknown): unknown {
  const result = (variantOf(call, params)?.response ?? call.shapes.response).safeParse(output)
  if (result.success) return output
  const problems = detailsOf(result.error).map((detail) => `${detail.path}: ${detail.message}`)
  throw new Error(`answer of ${call.route.path} breaks its declaration: ${problems.join('; ')}`)
}
