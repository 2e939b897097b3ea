import { afterEach, beforeEach, expect, test } from 'vitest'
import { postJson } from './post-json.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'

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

test('the connection goes to the address that was checked, whatever the name leads to now', async () => {
  const target = targetOf('mirth.invalid')
  expect(await postJson(target, '{"ä":1}', { 'idempotency-key': 'k' }, inTime())).toBe(204)
  expect(receiver.received[0]).toMatchObject({
    key: 'k',
    body: { ä: 1 },
    headers: { host: target.url.host, 'user-agent': 'wardtrack', 'content-type': 'application/json' },
  })
})

test('a name that leads here is not called when another address was checked', async () => {
  const target = targetOf('localhost', '127.0.0.99')
  receiver.answer = (_one, response) => response.writeHead(200).end()
  const status = await postJson(target, '{}', {}, inTime()).catch((error: Error) => error)
  expect(status).toBeInstanceOf(Error)
  expect(receiver.received).toEqual([])
})

test('the status is known before the answer has ended, and an answer without end does no harm', async () => {
  receiver.answer = (_one, response) => {
    response.writeHead(201)
    response.write('x')
  }
  const ending = new AbortController()
  expect(await postJson(targetOf('127.0.0.1'), '{}', {}, ending.signal)).toBe(201)
  ending.abort()
})

test('without an answer it fails when it is told to stop', async () => {
  receiver.answer = () => undefined
  const ending = new AbortController()
  const answer = postJson(targetOf('127.0.0.1'), '{}', {}, ending.signal)
  ending.abort()
  await expect(answer).rejects.toThrow('aborted')
})
