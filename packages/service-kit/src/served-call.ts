import type { Call, HandlerInput, HandlerOutput } from '@wardtrack/contracts'
import type { Request, Response } from 'express'
import type { Logger } from 'pino'

/** What a handler knows beside its input. */
export type CallContext<A> = {
  actor: A
  request: Request
  response: Response
  requestId: string
  log: Logger
  /** names the thing the audit log should point at: its type and its internal id, never a name */
  target(type: string, id: string): void
}

/** A handler: parsed input in, answer out. A call that `produces: 'open'` writes to `context.response` itself. */
export type Handler<A, C extends Call> = (
  input: HandlerInput<C>,
  context: CallContext<A>,
) => Promise<HandlerOutput<C>> | HandlerOutput<C>

/** A declared call with the handler that serves it. */
export type ServedCall<A> = {
  call: Call
  handle: (input: { params: unknown; query: unknown; body: unknown }, context: CallContext<A>) => unknown
}

/**
 * Joins a declared call with its handler, in two steps so that literals stay literal: `serve(calls.x)(handler)`.
 */
export const serve =
  <C extends Call>(call: C) =>
  <A>(handler: Handler<A, C>): ServedCall<A> => ({ call, handle: handler as ServedCall<A>['handle'] })
