import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { createTurns } from './threads/turns.ts'

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

/** Number of elements from which a list in an answer is serialised in turns, and of those in one step. */
const LONG_LIST = 100
const ELEMENTS_AT_A_TIME = 20

/**
 * Returns an answer as JSON; undefined for none. The long lists among its members are serialised in steps, so that
 * other work gets its turn in between.
 */
export async function toJson(answer: unknown): Promise<string | undefined> {
  if (isLongList(answer)) return await listToJson(answer)
  const members = isPlainObject(answer) ? Object.entries(answer) : []
  if (!members.some(([, value]) => isLongList(value))) return JSON.stringify(answer)
  const texts: string[] = []
  for (const [name, value] of members) {
    const text = isLongList(value) ? await listToJson(value) : (JSON.stringify(value) as string | undefined)
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${texts.join(',')}}`
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= LONG_LIST

async function listToJson(list: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  const turn = createTurns()
  for (let from = 0; from < list.length; from += ELEMENTS_AT_A_TIME) {
    await turn()
    texts.push(JSON.stringify(list.slice(from, from + ELEMENTS_AT_A_TIME)).slice(1, -1))
  }
  return `[${texts.join(',')}]`
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
