import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { api } from './api.ts'

const path = '/api/config/isConfigured'
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
  const server = fakeServer({ [path]: () => answers.shift() ?? { config: 1 } })
  const answer = api.call('isConfigured')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(server.to(path)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.to(path)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answer).toEqual({ config: 1 })
  expect(server.to(path)).toHaveLength(3)
})

it("stops after five retries with the server's answer", async () => {
  const server = fakeServer({ [path]: () => busy('1') })
  const answer = api.call('isConfigured').catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toMatchObject({ status: 429, code: 'overloaded', message: 'Please wait a moment.' })
  expect(server.to(path)).toHaveLength(5)
})

it('returns a refused sign-in, a long wait and other refusals immediately', async () => {
  const locked = refusal(429, 'too_many_attempts', 'Too many failed attempts.')
  locked.headers.set('Retry-After', '30')
  for (const answer of [locked, busy('900'), refusal(403, 'forbidden', 'No.')]) {
    const server = fakeServer({ [path]: () => answer })
    await expect(api.call('isConfigured')).rejects.toMatchObject({ status: answer.status })
    expect(server.to(path)).toHaveLength(1)
  }
})

it('stops waiting when aborted', async () => {
  const server = fakeServer({ [path]: () => busy('30') })
  const stop = new AbortController()
  const answer = api.call('isConfigured', { signal: stop.signal }).catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.to(path)).toHaveLength(1)
})
