import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

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
