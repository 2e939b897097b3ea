import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/**
 * Ends a response with JSON and returns its bytes. It skips what Express' `json` repeats for each: types, freshness,
 * settings.
 */
export function sendJson(response: ServerResponse, text: string): number {
  const bytes = Buffer.byteLength(text)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes)
  response.end(text)
  return bytes
}

/**
 * Sends a stream as the body of an answer. A reader that goes away ends the stream without an error.
 * @throws the error of the stream; the connection is then closed, so that nobody mistakes a part for the whole
 */
export async function sendStream(content: Readable, response: Response): Promise<void> {
  try {
    await pipeline(content, response)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Returns a signal that is aborted when the caller goes away before the answer is complete, to stop useless work. */
export function abandonedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abortIfCut = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) abortIfCut()
  else response.once('close', abortIfCut)
  return controller.signal
}
