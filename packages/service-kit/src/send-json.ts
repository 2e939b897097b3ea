import type { ServerResponse } from 'node:http'

/** Ends a response with JSON, without what Express' `json` works out anew for each: types, freshness, settings; gives its bytes. */
export function sendJson(response: ServerResponse, text: string): number {
  const bytes = Buffer.byteLength(text)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes)
  response.end(text)
  return bytes
}
