import { setTimeout as wait } from 'node:timers/promises'
import { messageOf, retryAfterMs, withoutTrailingSlashes } from './ingest-client.ts'

/** What seeding asks with a person's session: it may read what is there already and import map images. */
export interface SessionClient {
  /**
   * Sends JSON and gives the body of a 200; other answers give undefined when listed in `absent`, else an error. A server
   * that has too much to do (429, 503) is asked again when it says, for two minutes at most.
   */
  call(method: 'GET' | 'POST', path: string, body?: unknown, absent?: readonly number[]): Promise<unknown>
}

const TOO_BUSY = new Set([429, 503])
const LONGEST_WAIT_MS = 120_000
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

/** Sends again while the server has too much to do. */
async function whenThereIsRoom(send: () => Promise<Response>): Promise<Response> {
  const until = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const response = await send()
    if (!TOO_BUSY.has(response.status)) return response
    const pause = retryAfterMs(response.headers.get('retry-after') ?? undefined, Date.now()) ?? USUAL_PAUSE_MS
    if (Date.now() + pause > until) return response
    await response.arrayBuffer()
    await wait(pause)
  }
}

/** Logs in and returns the access token; an error carries the server's own message. */
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
