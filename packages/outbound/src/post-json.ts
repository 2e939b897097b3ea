import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Target } from './resolve-target.ts'

/** Bytes of an answer after which its connection is closed: only the status counts. */
const MAX_ANSWER_BYTES = 16 * 1024
/** Milliseconds after the status until an unfinished answer is cut. */
const ANSWER_END_MS = 1_000

/** Error for a connection that ended without an answer, with the code of a reset one. */
class ConnectionLost extends Error {
  readonly code = 'ECONNRESET'
}

/** A body with its headers and connection. */
type Post = {
  target: Target
  body: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** keeps connections open between posts; without it each post opens a new connection */
  agent?: HttpAgent | HttpsAgent
}

/**
 * Sends JSON to a target and returns the status of the answer. Redirects are not followed: they are answers like
 * others. The connection goes to one of the target's checked addresses: the name is not looked up again.
 * @throws when there is no answer: refused, cut off, aborted
 */
export function postJson(
  target: Target,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  agent?: HttpAgent | HttpsAgent,
): Promise<number> {
  return openAnswer({ target, body, headers, signal, ...(agent ? { agent } : {}) }).then((response) => {
    discard(response)
    return response.statusCode ?? 0
  })
}

/** An answer as shown to people: its status and the beginning of its text. */
export type ShownAnswer = { status: number; text: string }

/** Number of shown bytes of an answer. */
const SHOWN_BYTES = 2_000

/**
 * Sends JSON and returns the answer with the beginning of its text; a slow or long answer is cut.
 * @throws when there is no answer: refused, cut off, aborted
 */
export async function postForAnswer(
  target: Target,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ShownAnswer> {
  const response = await openAnswer({ target, body, headers, signal })
  const timer = setTimeout(() => response.destroy(), ANSWER_END_MS)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= SHOWN_BYTES) break
    }
  } catch {
    // After a cut by either side, the received part is shown.
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, SHOWN_BYTES).toString('utf8')
  // Control characters and characters that change the direction of text are not shown.
  return { status: response.statusCode ?? 0, text: text.replace(/[^\P{C}\n\t]/gu, '\uFFFD') }
}

function openAnswer({ target, body, headers, signal, agent }: Post): Promise<IncomingMessage> {
  const { url, addresses } = target
  const lookupPinned: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: agent ?? false,
      lookup: lookupPinned,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'wardtrack',
      },
    })
    request.on('error', (error) => {
      // The server closed the kept connection before it read the request: a new connection may work.
      const isStale = request.reusedSocket && (error as { code?: unknown }).code === 'ECONNRESET'
      if (!isStale || signal.aborted) reject(error)
      else resolve(openAnswer({ target, body, headers, signal }))
    })
    request.once('response', (response) => {
      response.on('error', () => undefined)
      resolve(response)
    })
    // After a switch of protocols (101), Node closes the connection without an answer and without an error.
    request.once('close', () => reject(new ConnectionLost()))
    request.end(body)
  })
}

/** Discards the rest of an answer: to its end, so that the connection can be reused, or up to a limit. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), ANSWER_END_MS)
  timer.unref()
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) response.destroy()
  })
  response.once('close', () => clearTimeout(timer))
}
