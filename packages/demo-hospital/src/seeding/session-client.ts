import { setTimeout as wait } from 'node:timers/promises'
import { messageOf, retryAfterMs, withoutTrailingSlashes } from './ingest-client.ts'

/** Client with a user's session, for reading existing records and importing map images. */
export interface SessionClient {
  /**
   * Sends JSON and returns the body of a 200. Statuses in `absent` return undefined, others throw. A busy server
   * (429, 503) is asked again after its Retry-After, for two minutes at most.
   */
  call(method: 'GET' | 'POST', path: string, body?: unknown, absent?: readonly number[]): Promise<unknown>
}

const TOO_BUSY = new Set([429, 503])
const MAX_WAIT_MS = 120_000
const USUAL_PAUSE_MS = 1_000

export function createSessionClient(baseUrl: string, accessToken: string): SessionClient {
  const base = withoutTrailingSlashes(baseUrl)
  return {
    async call(method, path, body, absent = []) {
      const send = (): Promise<Response> =>
        fetch(`${base}${path}`, {
          method,
          headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        })
      const response = await whenThereIsRoom(send)
      const content: unknown = await response.json().catch(() => undefined)
      if (response.status === 200) return content
      if (absent.includes(response.status)) return undefined
      throw new Error(`${method} ${path}: ${messageOf(content, response.status)}`)
    },
  }
}

/** Sends again while the server is busy. */
async function whenThereIsRoom(send: () => Promise<Response>): Promise<Response> {
  const until = Date.now() + MAX_WAIT_MS
  for (;;) {
    const response = await send()
    if (!TOO_BUSY.has(response.status)) return response
    const pause = retryAfterMs(response.headers.get('retry-after') ?? undefined, Date.now()) ?? USUAL_PAUSE_MS
    if (Date.now() + pause > until) return response
    await response.arrayBuffer()
    await wait(pause)
  }
}

/** Logs in and returns the access token; an error has the server's message. */
export async function login(baseUrl: string, username: string, password: string): Promise<string> {
  const base = withoutTrailingSlashes(baseUrl)
  const response = await fetch(`${base}/api/user/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, authenticationMethod: 'Password' }),
    signal: AbortSignal.timeout(30_000),
  })
  const content: unknown = await response.json().catch(() => undefined)
  const token =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'AccessToken') : undefined
  if (response.status === 200 && typeof token === 'string') return token
  throw new Error(`Login as ${username} failed: ${messageOf(content, response.status)}`)
}
