import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { sendStream, toJson } from './send-answer.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Serves a stream; `sent` is the result of sending it. */
async function serve(content: () => AsyncGenerator<string, void>) {
  let settle: (outcome: unknown) => void = () => undefined
  const sent = new Promise<unknown>((resolve) => {
    settle = resolve
  })
  server = createServer((_request, response) => {
    const body = Readable.from(content(), { objectMode: false })
    sendStream(body, response as never).then(() => settle('sent'), settle)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('sends a stream whole', async () => {
  const { sent, url } = await serve(async function* () {
    yield 'a,b\r\n'
    yield '1,2\r\n'
  })
  expect(await (await fetch(url)).text()).toBe('a,b\r\n1,2\r\n')
  expect(await sent).toBe('sent')
})

test('ends the stream without an error when the reader goes away', async () => {
  let ended = false
  const { sent, url } = await serve(async function* () {
    try {
      for (;;) {
        yield 'x'.repeat(1_000)
        await pause(1)
      }
    } finally {
      ended = true
    }
  })
  const abort = new AbortController()
  const answer = await fetch(url, { signal: abort.signal })
  await answer.body?.getReader().read()
  abort.abort()
  expect(await sent).toBe('sent')
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 20_000 })
})

test('pauses the stream with its reader, who receives all of it later', async () => {
  const pieces = 100
  const piece = 'x'.repeat(1024 * 1024)
  let made = 0
  const { sent, url } = await serve(async function* () {
    for (; made < pieces; made += 1) yield piece
  })
  const clientRequest = get(url)
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  await vi.waitFor(() => expect(made).toBeGreaterThan(0), { timeout: 20_000 })
  for (let turn = 0; turn < 1_000; turn += 1) await immediate()
  expect(made).toBeLessThan(pieces / 2)
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) bytes += part.length
  expect(bytes).toBe(pieces * piece.length)
  expect(made).toBe(pieces)
  expect(await sent).toBe('sent')
})

test('breaks the connection when a stream fails, so that nobody mistakes a part for the whole', async () => {
  const { sent, url } = await serve(async function* () {
    yield 'a,b\r\n'
    await pause(1)
    throw new Error('the store is gone')
  })
  const answer = await fetch(url)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(await sent).toMatchObject({ message: 'the store is gone' })
})

/** Values that JSON.stringify treats in special ways, in short and long lists. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.constant(new Date(0)),
  fc.constant(() => 1),
)
const longList = fc.array(value, { minLength: 100, maxLength: 250, size: 'max' })
const answer = fc.oneof(value, longList, fc.dictionary(fc.string(), fc.oneof(value, longList)))

test('serialises an answer like JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (sent) => {
      expect(await toJson(sent)).toBe(JSON.stringify(sent))
    }),
  )
})

test('lets other work run between the elements of a long list', async () => {
  const slow = { toJSON: () => 'a'.repeat(20_000).split('').join('') }
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  const json = await toJson({ data: Array.from({ length: 1_000 }, () => slow) })
  clearInterval(counting)
  expect(json).toHaveLength('{"data":[]}'.length + 1_000 * 20_003 - 1)
  expect(turns).toBeGreaterThan(0)
})
