import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import { sendApiError } from './send-api-error.ts'

/** What Express does with a request before its router, which its types leave out. */
type Handling = {
  handle(request: IncomingMessage, response: ServerResponse, done?: NextFunction): void
}

/** Runs for every request before anything else. */
export type Begin = (request: Request, response: Response) => void

/** The kinds of request and answer that a server has to make for an app. */
export type MessageKinds = { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse }

const entrances = new WeakMap<Express, Map<string, RequestHandler>>()
const kinds = new WeakMap<object, MessageKinds>()

/**
 * Opens the way in of an app. A request whose path is the exact text of a declared one goes to its handler at once, for
 * Express' router costs more than a short push does otherwise; every other request goes through the router. Both begin
 * in the same way and end as the same error bodies.
 */
export function openEntrance(app: Express, begin: Begin): void {
  const direct = new Map<string, RequestHandler>()
  const express = app as unknown as Handling
  const route = express.handle.bind(app)
  entrances.set(app, direct)
  kinds.set(app, makeKinds(app))
  app.use((request, response, next) => {
    begin(request, response)
    next()
  })
  express.handle = (message, answer, done) => {
    const handler = direct.get(pathOf(message.url ?? ''))
    if (!handler) {
      route(message, answer, done)
      return
    }
    const { request, response } = asExpress(app, message, answer)
    begin(request, response)
    enter(handler, request, response)
  }
}

/** Sends requests of this exact path to the handler at once. @throws Error when the app was not made by `createApp` */
export function addDirect(app: Express, path: string, handler: RequestHandler): void {
  const direct = entrances.get(app)
  if (!direct) throw new Error('the app has no entrance')
  direct.set(path, handler)
}

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The kinds for a server of this listener; none when it is no app of `createApp`. */
export const messageKindsOf = (listener: object): Partial<MessageKinds> => kinds.get(listener) ?? {}

/**
 * Express gives every request and answer another prototype than the one it was born with, which costs each of them. A
 * server that makes them of these kinds spares it that; one that does not is served the same.
 */
function makeKinds(app: Express): MessageKinds {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as Request
  app.response = AppResponse.prototype as unknown as Response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse }
}

/** Makes of Node's request and answer what Express and its router make of them. */
function asExpress(
  app: Express,
  message: IncomingMessage,
  answer: ServerResponse,
): { request: Request; response: Response } {
  if (Object.getPrototypeOf(message) !== app.request) Object.setPrototypeOf(message, app.request)
  if (Object.getPrototypeOf(answer) !== app.response) Object.setPrototypeOf(answer, app.response)
  const request = message as Request
  const response = answer as Response
  request.res = response
  response.req = request
  response.locals = {} as Response['locals']
  request.originalUrl = request.url
  request.baseUrl = ''
  request.params = {}
  return { request, response }
}

function enter(handler: RequestHandler, request: Request, response: Response): void {
  const fail = (error?: unknown): void => {
    // An answer that has begun cannot become an error body: cut off, it at least does not look whole.
    sendApiError(error, request, response, () => request.socket.destroy())
  }
  request.next = fail
  try {
    void handler(request, response, fail)
  } catch (error) {
    fail(error)
  }
}
