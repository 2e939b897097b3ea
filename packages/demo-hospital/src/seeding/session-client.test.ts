import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSessionClient } from './session-client.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Starts a server that gives these answers, one after the other. */
async function answering(answers: readonly { status: number; body: object; retryAfter?: string }[]) {
  let requestCount = 0
  server = createServer((_request, response) => {
    const { status, body, retryAfter } = answers[Math.min(requestCount, answers.length - 1)] ?? {
      status: 500,
      body: {},
    }
    requestCount += 1
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
    response.end(JSON.stringify(body))
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { client: createSessionClient(url, 'a-token'), requests: () => requestCount }
}

test('a busy server is asked again after its Retry-After', async () => {
  const busy = { status: 429, body: { message: 'too much' }, retryAfter: '0' }
  const { client, requests } = await answering([
    busy,
    { ...busy, status: 503 },
    { status: 200, body: { done: true } },
  ])
  await expect(client.call('POST', '/api/files', {})).resolves.toEqual({ done: true })
  expect(requests()).toBe(3)
})

test('a busy server is not asked again if its Retry-After exceeds the maximum wait', async () => {
  const { client, requests } = await answering([
    { status: 429, body: { message: 'come tomorrow' }, retryAfter: '86400' },
  ])
  await expect(client.call('GET', '/api/files')).rejects.toThrow('GET /api/files: come tomorrow')
  expect(requests()).toBe(1)
})

test('any other error is reported immediately', async () => {
  const { client, requests } = await answering([{ status: 400, body: { message: 'no such place' } }])
  await expect(client.call('GET', '/api/files')).rejects.toThrow('GET /api/files: no such place')
  expect(requests()).toBe(1)
})
