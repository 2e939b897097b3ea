import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import { answerRefusal } from './answer-refusal.ts'

/** What Express does with a request before its router, which its types leave out. */
type Handling = {
  handle(request: IncomingMessage, response: ServerResponse, done?: NextFunction): void
}

/** Runs for every request before anything else. */
export type Begin = (request: Request, response: Response) => void

const entrances = new WeakMap<Express, Map<string, RequestHandler>>()

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

/** Makes of Node's request and answer what Express and its router make of them. */
function asExpress(
  app: Express,
  message: IncomingMessage,
  answer: ServerResponse,
): { request: Request; response: Response } {
  const request = Object.setPrototypeOf(message, app.request) as Request
  const response = Object.setPrototypeOf(answer, app.response) as Response
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
    answerRefusal(error, request, response, () => request.socket.destroy())
  }
  request.next = fail
  try {
    void handler(request, response, fail)
  } catch (error) {
    fail(error)
  }
}
