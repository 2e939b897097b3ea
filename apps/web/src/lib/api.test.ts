import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { fakeUploads } from '../testing/fake-upload.ts'
import { api, apiWithProgress, onUnauthenticated } from './api.ts'

const body = { hierarchyId: 'n1', imgData: { img: 'AAAA', fileName: 'plan.png' } }
const path = '/location/api/hierarchy/map.uploadMap'

describe('an upload', () => {
  beforeEach(() => {
    localStorage.setItem('AccessToken', 'tok_1')
    localStorage.setItem('userName', 'm.okafor')
    localStorage.setItem('sessionId', 's-1')
  })

  it('carries the headers of every request, reports progress and stores a rotated token', async () => {
    const server = fakeServer({
      [path]: () => Response.json({ err: 0, status: 200 }, { headers: { TokenChanged: 'tok_2_tok_1' } }),
    })
    const uploads = fakeUploads()
    const parts: number[] = []
    const answer = apiWithProgress((part) => parts.push(part)).call('uploadMap', { body })
    uploads[0]?.progress(0.25)
    uploads[0]?.progress(1)
    await uploads[0]?.arrive()
    expect(await answer).toEqual({ err: 0, status: 200 })
    expect(parts).toEqual([0.25, 1])
    const [request] = server.to(path)
    expect(request?.body).toEqual(body)
    expect(request?.headers.get('authorization')).toBe('Bearer tok_1')
    expect(request?.headers.get('sessionId')).toBe('s-1')
    expect(localStorage.getItem('AccessToken')).toBe('tok_2')
  })

  it('rejects with the error body, and reports a 401', async () => {
    fakeServer({ [path]: () => refusal(401, 'unauthenticated', 'Please sign in.') })
    const uploads = fakeUploads()
    let ended = 0
    const leave = onUnauthenticated(() => {
      ended += 1
    })
    const answer = apiWithProgress(() => {}).call('uploadMap', { body })
    const refused = answer.catch((cause: unknown) => cause)
    await uploads[0]?.arrive()
    expect(await refused).toMatchObject({ status: 401, message: 'Please sign in.' })
    leave()
    expect(ended).toBe(1)
  })

  it('rejects if the server was not reached, and stops when aborted', async () => {
    fakeServer({})
    const uploads = fakeUploads()
    const lost = apiWithProgress(() => {}).call('uploadMap', { body })
    uploads[0]?.lose()
    await expect(lost).rejects.toMatchObject({ name: 'ConnectionError' })
    const stop = new AbortController()
    const stopped = apiWithProgress(() => {}).call('uploadMap', { body, signal: stop.signal })
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('wait-when-busy', () => {
  const statusPath = '/api/config/isConfigured'
  const busy = (seconds: string): Response => {
    const answer = refusal(429, 'overloaded', 'Please wait a moment.')
    answer.headers.set('Retry-After', seconds)
    return answer
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('resends a request after the wait that an overloaded server asked for', async () => {
    const answers = [busy('3'), busy('1')]
    const server = fakeServer({ [statusPath]: () => answers.shift() ?? { config: 1 } })
    const answer = api.call('isConfigured')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(server.to(statusPath)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.to(statusPath)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toEqual({ config: 1 })
    expect(server.to(statusPath)).toHaveLength(3)
  })

  it("stops after five retries with the server's answer", async () => {
    const server = fakeServer({ [statusPath]: () => busy('1') })
    const answer = api.call('isConfigured').catch((cause: unknown) => cause)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toMatchObject({ status: 429, code: 'overloaded', message: 'Please wait a moment.' })
    expect(server.to(statusPath)).toHaveLength(5)
  })

  it('returns a refused sign-in, a long wait and other refusals immediately', async () => {
    const locked = refusal(429, 'too_many_attempts', 'Too many failed attempts.')
    locked.headers.set('Retry-After', '30')
    for (const answer of [locked, busy('900'), refusal(403, 'forbidden', 'No.')]) {
      const server = fakeServer({ [statusPath]: () => answer })
      await expect(api.call('isConfigured')).rejects.toMatchObject({ status: answer.status })
      expect(server.to(statusPath)).toHaveLength(1)
    }
  })

  it('stops waiting when aborted', async () => {
    const server = fakeServer({ [statusPath]: () => busy('30') })
    const stop = new AbortController()
    const answer = api.call('isConfigured', { signal: stop.signal }).catch((cause: unknown) => cause)
    await vi.advanceTimersByTimeAsync(1_000)
    stop.abort()
    expect(await answer).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.to(statusPath)).toHaveLength(1)
  })
})
