import { type Call, DEFAULT_BASES, messages, type Service } from '@wardtrack/contracts'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import { ApiError } from './api-error.ts'
import { sendApiError } from './send-api-error.ts'
import { type MountOptions, runSteps, type ServedCall, stepsOf } from './served-call.ts'

/**
 * Mounts served calls on an Express app. It dispatches by path and method, then runs authorization, body, validation,
 * handler and audit. HEAD is refused, so that it cannot trigger a change.
 * @throws Error when two served calls claim one method of a path
 */
export function mountCalls<A>(
  app: Express,
  served: readonly ServedCall<A>[],
  options: MountOptions<A>,
): void {
  const table = new Map<string, Map<string, RequestHandler[]>>()
  for (const servedCall of served)
    for (const path of expressPathsOf(servedCall.call, options.bases)) {
      const methods = table.get(path) ?? new Map<string, RequestHandler[]>()
      for (const method of methodsOf(servedCall.call)) {
        if (methods.has(method)) throw new Error(`${method} ${path} is mounted twice`)
        methods.set(method, stepsOf(servedCall, options))
      }
      table.set(path, methods)
    }
  mountPaths(app, new Map([...table].map(([path, methods]) => [path, dispatch(methods)])))
}

/**
 * Finds paths without parameters by their text. Express' router finds all others, and variants such as a trailing
 * slash.
 */
function mountPaths(app: Express, handlers: ReadonlyMap<string, RequestHandler>): void {
  app.use(exactPaths(new Map([...handlers].filter(([path]) => !/[:*]/.test(path)))))
  for (const [path, handler] of handlers) app.all(path, handler)
}

/**
 * Finds the handlers of paths without parameters by the text of the path. Express' router tries every declared path
 * in turn, which costs more than the rest of a short push. Requests that are not found here continue to the router.
 * @param handlers by path, which holds no parameter
 */
export function exactPaths(handlers: ReadonlyMap<string, RequestHandler>): RequestHandler {
  return (request, response, next) => {
    const handler = handlers.get(request.path)
    if (handler) return handler(request, response, next)
    next()
  }
}

/** Returns the methods of a call: its own, then its aliases. */
const methodsOf = ({ route: { method, aliasMethods = [] } }: Call): readonly string[] => [
  method,
  ...aliasMethods,
]

/** Returns the Express paths of a call: its own under its base, then its aliases. */
export function expressPathsOf(call: Call, bases: Partial<Record<Service, string>> = {}): string[] {
  const base = bases[call.route.service] ?? DEFAULT_BASES[call.route.service]
  return [base + call.route.path, ...(call.route.aliases ?? [])].map((path) =>
    path.replaceAll(/\{\+(\w+)\}/g, '*$1').replaceAll(/\{(\w+)\}/g, ':$1'),
  )
}

function dispatch(methods: Map<string, RequestHandler[]>): RequestHandler {
  const allow = [...methods.keys()].join(', ')
  return (request, response, next) => {
    const steps = methods.get(request.method)
    if (!steps) {
      response.setHeader('Allow', allow)
      next(new ApiError('method_not_allowed', messages.methodNotAllowed))
      return
    }
    runSteps(steps, request, response, next)
  }
}

/** Completes an app: 404 for unknown paths, then every error as the error body. */
export function mountErrors(app: Express): void {
  app.use((_request, _response, next) => next(new ApiError('not_found', messages.unknownPath)))
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) =>
    sendApiError(error, request, response, next),
  )
}
