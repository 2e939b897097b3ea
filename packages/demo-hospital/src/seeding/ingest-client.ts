/** The counts that every ingestion endpoint answers with. */
export interface IngestAnswer {
  readonly accepted: number
  readonly duplicates: number
  readonly unresolved: number
  readonly refused: number
  readonly errors: readonly { readonly index?: number; readonly code?: string; readonly message?: string }[]
}

/** What came of one request, sorted by what to do next. */
export type IngestOutcome =
  | { readonly kind: 'answered'; readonly answer: IngestAnswer; readonly milliseconds: number }
  | { readonly kind: 'try-later'; readonly afterMs?: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }

export interface IngestClientOptions {
  readonly baseUrl: string
  readonly ingestKey: string
  /** Milliseconds until a request without an answer counts as failed. */
  readonly timeoutMs?: number
}

export interface IngestClient {
  /** Posts a JSON body that is already text: one request, one outcome, never an exception for a server's fault. */
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

/** The server's own message, for a person who reads the simulator's output. */
export function messageOf(body: unknown, status: number): string {
  if (typeof body === 'object' && body !== null) {
    const message = Reflect.get(body, 'message')
    if (typeof message === 'string') return message
  }
  return `status ${status}`
}

/** Retry-After in milliseconds, given as seconds or as a date; undefined when absent or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** An integrator's client of the ingestion endpoints. Connections are kept open between requests by fetch itself. */
export function createIngestClient(options: IngestClientOptions): IngestClient {
  const base = options.baseUrl.replace(/\/+$/, '')
  return {
    async post(path, body) {
      const started = performance.now()
      try {
        const response = await fetch(`${base}${path}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${options.ingestKey}`,
          },
          body,
          signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
        })
        const content = await readBody(response)
        if (response.status === 200)
          return { kind: 'answered', answer: readAnswer(content), milliseconds: performance.now() - started }
        const message = messageOf(content, response.status)
        if (!TRY_LATER.has(response.status)) return { kind: 'refused', status: response.status, message }
        const afterMs = retryAfterMs(response.headers.get('retry-after'), Date.now())
        return {
          kind: 'try-later',
          reason: `${response.status} ${message}`,
          ...(afterMs === undefined ? {} : { afterMs }),
        }
      } catch (error) {
        return { kind: 'try-later', reason: reasonOf(error) }
      }
    },
  }
}
