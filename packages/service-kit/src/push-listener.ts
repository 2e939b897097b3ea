import type { RequestListener } from 'node:http'
import type { Request, Response } from 'express'
import { beginRequest, type RequestRecords } from './begin-request.ts'
import { expressPathsOf } from './mount-calls.ts'
import { sendApiError } from './send-api-error.ts'
import { type MountOptions, runSteps, type ServedCall, stepsOf } from './served-call.ts'

/**
 * Answers pushes in front of Express, which costs a short push more than the rest of its work. A push is a POST of a
 * call for ingestion keys whose handler reads the body itself; its address has no parameters. It runs through the
 * same steps as in Express (authorization, audit, handler) and ends in the same error bodies. Everything else goes to
 * the app. Handlers of such calls get Node's own request and response, so they use nothing that Express adds.
 */
export function createPushListener<A>(
  app: RequestListener,
  served: readonly ServedCall<A>[],
  options: MountOptions<A> & RequestRecords,
): RequestListener {
  const pushes = served.filter(
    ({ call: { rawBody, route } }) => rawBody && route.method === 'POST' && route.access.kind === 'key',
  )
  const stepsByPath = new Map(
    pushes.flatMap((push) =>
      expressPathsOf(push.call, options.bases).map((path) => [path, stepsOf(push, options)] as const),
    ),
  )
  const begin = beginRequest(options)
  return (message, answer) => {
    const steps = message.method === 'POST' ? stepsByPath.get(message.url ?? '') : undefined
    if (!steps) return app(message, answer)
    answer.locals = {}
    const request = message as Request
    const response = answer as unknown as Response
    begin(request, response)
    const fail = (error: unknown): void =>
      // An answer that has begun cannot become an error body. Cut off, it does not look whole.
      sendApiError(error, request, response, () => request.socket.destroy())
    try {
      runSteps(steps, request, response, fail)
    } catch (error) {
      fail(error)
    }
  }
}
