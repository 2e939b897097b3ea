import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Target } from './resolve-target.ts'

/** Bytes of an answer after which its connection is cut: only the status counts. */
const MAX_ANSWER_BYTES = 16 * 1024
/** An answer that has not ended so long after its status is cut, in milliseconds. */
const ANSWER_END_MS = 1_000

/** A body and what goes with it. */
type Post = {
  target: Target
  body: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** keeps connections open between posts; without it each has one of its own */
  agent?: HttpAgent | HttpsAgent
}

/**
 * Sends JSON to a target and gives the status of the answer; redirects are answers like others and are not followed.
 * The connection goes to one of the target's checked addresses: the name is not looked up again.
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

/** An answer as it is shown to people: its status and the beginning of what it says. */
export type ShownAnswer = { status: number; text: string }

/** Bytes of an answer that are shown. */
const SHOWN_BYTES = 2_000

/**
 * Sends JSON and gives the answer with the beginning of its text; one that is slow or long is cut.
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
    // Cut by us or by the other side: what came is shown.
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, SHOWN_BYTES).toString('utf8')
  // Control characters and what turns the direction of text have no place on a page.
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
      // The other side closed a connection that was kept open, before it read anything: a new one may do.
      const isStale = request.reusedSocket && (error as { code?: unknown }).code === 'ECONNRESET'
      if (!isStale || signal.aborted) reject(error)
      else resolve(openAnswer({ target, body, headers, signal }))
    })
    request.once('response', (response) => {
      response.on('error', () => undefined)
      resolve(response)
    })
    request.end(body)
  })
}

/** Throws the rest of an answer away: to its end, so that the connection can be used again, or only so far. */
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
