import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

interface PostAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Maximum size of a response; the endpoints answer with counts and a few errors. */
const MAX_ANSWER_LENGTH = 4_000_000

const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 4 })
const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 4 })

function collect(
  response: IncomingMessage,
  resolve: (answer: PostAnswer) => void,
  reject: (error: Error) => void,
) {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    if (text.length > MAX_ANSWER_LENGTH) response.destroy(new Error('The answer is too long'))
  })
  response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
  response.on('error', reject)
}

/**
 * Makes a POST request over a connection that stays open. Node's fetch would do the same, but needs 13 MB more than
 * the simulator's memory limit allows.
 */
function keepAlivePost(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<PostAnswer> {
  const secure = url.startsWith('https:')
  const send = secure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        agent: secure ? httpsAgent : httpAgent,
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        timeout: timeoutMs,
      },
      (response) => collect(response, resolve, reject),
    )
    request.on('timeout', () => request.destroy(new Error(`No answer within ${timeoutMs} ms`)))
    request.on('error', reject)
    request.end(body)
  })
}

/** Counts in the response of every ingestion endpoint. */
export interface IngestAnswer {
  readonly accepted: number
  readonly duplicates: number
  readonly unresolved: number
  readonly refused: number
  readonly errors: readonly { readonly index?: number; readonly code?: string; readonly message?: string }[]
}

/** Outcome of one request, by the next action. */
export type IngestOutcome =
  | { readonly kind: 'answered'; readonly answer: IngestAnswer; readonly milliseconds: number }
  | { readonly kind: 'try-later'; readonly afterMs?: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }

export interface IngestClientOptions {
  readonly baseUrl: string
  readonly ingestKey: string
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs?: number
}

export interface IngestClient {
  /** Posts a JSON body given as text. Each request has one outcome, and server errors throw no exception. */
  post(path: string, body: string): Promise<IngestOutcome>
}

const TRY_LATER = new Set([408, 425, 429, 500, 502, 503, 504])

function count(body: unknown, member: string): number {
  if (typeof body !== 'object' || body === null) return 0
  const value = Reflect.get(body, member)
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function readAnswer(body: unknown): IngestAnswer {
  const errors = typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : undefined
  return {
    accepted: count(body, 'accepted'),
    duplicates: count(body, 'duplicates'),
    unresolved: count(body, 'unresolved'),
    refused: count(body, 'refused'),
    errors: Array.isArray(errors) ? errors : [],
  }
}

/** Returns the server's message, for the simulator's output. */
export function messageOf(body: unknown, status: number): string {
  if (typeof body === 'object' && body !== null) {
    const message = Reflect.get(body, 'message')
    if (typeof message === 'string') return message
  }
  return `status ${status}`
}

/** Returns Retry-After in milliseconds, from seconds or a date; undefined if absent or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function outcomeOf(answer: PostAnswer, milliseconds: number): IngestOutcome {
  const content = parsed(answer.text)
  if (answer.status === 200) return { kind: 'answered', answer: readAnswer(content), milliseconds }
  const message = messageOf(content, answer.status)
  if (!TRY_LATER.has(answer.status)) return { kind: 'refused', status: answer.status, message }
  const afterMs = retryAfterMs(answer.headers['retry-after'], Date.now())
  return {
    kind: 'try-later',
    reason: `${answer.status} ${message}`,
    ...(afterMs === undefined ? {} : { afterMs }),
  }
}

/** Removes trailing slashes from an address, so that a path with a leading slash can be appended. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

/** Creates a client of the ingestion endpoints, like an integrator's; connections stay open between requests. */
export function createIngestClient(options: IngestClientOptions): IngestClient {
  const base = withoutTrailingSlashes(options.baseUrl)
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${options.ingestKey}` }
  const timeoutMs = options.timeoutMs ?? 30_000
  return {
    async post(path, body) {
      const started = performance.now()
      try {
        const answer = await keepAlivePost(`${base}${path}`, headers, body, timeoutMs)
        return outcomeOf(answer, performance.now() - started)
      } catch (error) {
        return { kind: 'try-later', reason: reasonOf(error) }
      }
    },
  }
}
