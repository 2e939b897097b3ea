import { afterEach, beforeEach, expect, test } from 'vitest'
import { postForAnswer, postJson } from './post-json.ts'
import { type Receiver, startReceiver } from './testing/open-feed-test.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const targetOf = (host: string, address = '127.0.0.1') => ({
  url: new URL(`http://${host}:${new URL(receiver.url).port}/x?y=1`),
  addresses: [{ address, family: 4 }],
})
const inTime = () => AbortSignal.timeout(5_000)

test('connects to the checked address, whatever the name resolves to now', async () => {
  const target = targetOf('mirth.invalid')
  expect(await postJson(target, '{"ä":1}', { 'idempotency-key': 'k' }, inTime())).toBe(204)
  expect(receiver.received[0]).toMatchObject({
    key: 'k',
    body: { ä: 1 },
    headers: { host: target.url.host, 'user-agent': 'wardtrack', 'content-type': 'application/json' },
  })
})

test('does not call a name that resolves to this machine when another address was checked', async () => {
  const target = targetOf('localhost', '127.0.0.99')
  receiver.answer = (_one, response) => response.writeHead(200).end()
  const status = await postJson(target, '{}', {}, inTime()).catch((error: Error) => error)
  expect(status).toBeInstanceOf(Error)
  expect(receiver.received).toEqual([])
})

test('knows the status before the answer has ended, and survives an endless answer', async () => {
  receiver.answer = (_one, response) => {
    response.writeHead(201)
    response.write('x')
  }
  const ending = new AbortController()
  expect(await postJson(targetOf('127.0.0.1'), '{}', {}, ending.signal)).toBe(201)
  ending.abort()
})

test('fails on a stop signal when there is no answer', async () => {
  receiver.answer = () => undefined
  const ending = new AbortController()
  const answer = postJson(targetOf('127.0.0.1'), '{}', {}, ending.signal)
  ending.abort()
  await expect(answer).rejects.toThrow('aborted')
})

test('fails when the receiver switches to another protocol', async () => {
  receiver.answer = (_one, { socket }) =>
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: shell\r\n\r\n')
  const answer = postJson(targetOf('127.0.0.1'), '{}', {}, AbortSignal.timeout(60_000))
  await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('cuts an answer of a gigabyte, and uses its status', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  const cut = new Promise<void>((resolve) => {
    receiver.answer = (_one, response) => {
      response.once('close', () => resolve())
      response.writeHead(200, { 'content-length': 1024 ** 3 })
      const write = (): void => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
      }
      write()
    }
  })
  expect(await postJson(targetOf('127.0.0.1'), '{}', {}, inTime())).toBe(200)
  await cut
  expect(sent).toBeLessThan(64 * 1024 ** 2)
})

test('cuts an answer that arrives byte by byte soon after its status', async () => {
  const cut = new Promise<void>((resolve) => {
    receiver.answer = (_one, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => {
        clearInterval(timer)
        resolve()
      })
      response.writeHead(202)
    }
  })
  expect(await postJson(targetOf('127.0.0.1'), '{}', {}, AbortSignal.timeout(60_000))).toBe(202)
  await cut
})

test('cuts a shown answer after 2,000 bytes and removes characters that reverse text', async () => {
  receiver.answer = (_one, response) => response.writeHead(503).end(`\u202eno\u0000room ${'x'.repeat(9_000)}`)
  const { status, text } = await postForAnswer(targetOf('127.0.0.1'), '{}', {}, inTime())
  expect(status).toBe(503)
  expect(text.startsWith('\uFFFDno\uFFFDroom x')).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_010)
})

test('does not wait endlessly for a shown answer', async () => {
  receiver.answer = (_one, response) => {
    response.writeHead(200)
    response.write('slow')
  }
  expect(await postForAnswer(targetOf('127.0.0.1'), '{}', {}, AbortSignal.timeout(60_000))).toEqual({
    status: 200,
    text: 'slow',
  })
})
