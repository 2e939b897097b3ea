import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** Ends a response with JSON, without what Express' `json` works out again for each: types, freshness, settings; gives its bytes. */
export function sendJson(response: ServerResponse, text: string): number {
  const bytes = Buffer.byteLength(text)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes)
  response.end(text)
  return bytes
}

/**
 * Sends a stream as the body of an answer. A reader that goes away midway is no fault of ours and ends the stream.
 * @throws what the stream throws; the connection is closed then, so that nobody takes a part for the whole
 */
export async function sendStream(content: Readable, response: Response): Promise<void> {
  try {
    await pipeline(content, response)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Aborted when the caller goes away before the answer is out, so that nothing more is done for nobody. */
export function abandonedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abortIfCut = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) abortIfCut()
  else response.once('close', abortIfCut)
  return controller.signal
}
