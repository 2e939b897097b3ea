import type { ServerResponse } from 'node:http'

/** Ends a response with JSON, without what Express' `json` works out anew for each: types, freshness, settings. */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}
