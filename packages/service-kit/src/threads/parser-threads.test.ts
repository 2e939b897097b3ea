import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { createParserThreads } from './parser-threads.ts'

/** Built from `testing/thread-calls.ts`. */
const module = new URL('../../dist/testing/thread-calls.js', import.meta.url)

test('runs a function on another thread without the environment, and returns its output', async () => {
  const threads = createParserThreads()
  const output = await threads.run({ module, name: 'describeThread', input: { text: 'a' } })
  expect(output).toEqual({ input: { text: 'a' }, isMainThread: false, environment: [] })
  expect(threads.counts()).toEqual({ running: 0, waiting: 0, idle: 1 })
})

test('returns a refusal as it was thrown, and keeps the thread', async () => {
  const threads = createParserThreads()
  const refused = await threads
    .run({ module, name: 'refuse', input: 'file' })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    code: 'validation',
    message: 'No.',
    errors: [{ path: 'file', message: 'No.' }],
  })
  expect(threads.counts().running).toBe(0)
  await expect(threads.run({ module, name: 'describeThread', input: 1 })).resolves.toMatchObject({ input: 1 })
})

test('creates a stream piece by piece, and ends it with its reader', async () => {
  const threads = createParserThreads()
  const pieces: number[] = []
  for await (const piece of threads.stream<number, number>({ module, name: 'countUp', input: 3 }))
    pieces.push(piece)
  expect(pieces).toEqual([0, 1, 2])
  for await (const piece of threads.stream<number, number>({ module, name: 'countUp', input: 1e9 }))
    if (piece === 2) break
  expect(threads.counts()).toEqual({ running: 0, waiting: 0, idle: 0 })
})

test.each([
  ['takes too long', 'neverEnd', { replyMs: 300 }],
  ['needs too much memory', 'fillMemory', { heapMb: 16 }],
])('refuses input that %s, and ends its thread', async (_title, name, limits) => {
  const threads = createParserThreads(limits)
  await expect(threads.run({ module, name, input: '' })).rejects.toMatchObject({ code: 'too_large' })
  expect(threads.counts()).toEqual({ running: 0, waiting: 0, idle: 0 })
})

test('ends a call that nobody waits for, and refuses one too many with a request to retry', async () => {
  const threads = createParserThreads({ maxRunning: 1, maxWaiting: 1 })
  const leaving = new AbortController()
  const running = threads.run({ module, name: 'neverEnd', input: '', signal: leaving.signal })
  const waiting = threads.run({ module, name: 'echo', input: 'second' })
  await expect(threads.run({ module, name: 'echo', input: 'third' })).rejects.toMatchObject({
    code: 'overloaded',
    retryAfter: 5,
  })
  leaving.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await expect(waiting).resolves.toBe('second')
})
