import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@wardtrack/contracts'
import { createApp, createLog, createMetrics, expressPathsOf } from '@wardtrack/service-kit'
import { TEST_CERTIFICATE } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './console-files.ts'
import { type RunningGateway, startGateway } from './testing/running-gateway.ts'

type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** Request counts by service, and the servers. */
const requestCounts: Record<string, number> = {}
const servers: Server[] = []
/** Index of the status service's process among the servers. */
const STATUS = 2
let dir: string
let gateway: RunningGateway
let session: ClientHttp2Session
let sendEvent: (() => void) | undefined
let readerLeft: Promise<void>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-gateway-test-'))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'index.html'), '<!doctype html><title>Wardtrack</title>')
  await writeFile(join(dir, 'assets/page-Ab3_x-9Z.js'), 'void 0\n')
  await writeFile(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const closed = await listen(createServer())
  await new Promise((resolve) => servers.pop()?.close(resolve))
  gateway = await startGateway(dir, {
    // One process of the service accepts no connections, as during a restart.
    api: [await startProcess('api'), closed],
    location: [await startProcess('location')],
    status: [await startProcess('status')],
  })
  session = connect(`https://localhost:${gateway.port}`, { ca: TEST_CERTIFICATE })
})
afterAll(async () => {
  session?.destroy()
  await gateway?.stop()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(dir, { recursive: true, force: true })
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Starts a process that answers with its service and the request it received. */
const startProcess = (service: string): Promise<number> =>
  listen(
    createServer((request, response) => {
      requestCounts[service] = (requestCounts[service] ?? 0) + 1
      if (request.url === '/api/live') return stream(response)
      if (request.url === '/api/dies') return void request.socket.destroy()
      return void tell(service, request, response)
    }),
  )

function stream(response: ServerResponse): void {
  readerLeft = new Promise((resolve) => response.once('close', resolve))
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-frame-options': 'SAMEORIGIN' })
  response.write('event: first\n\n')
  sendEvent = () => void response.write('event: second\n\n')
}

async function tell(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0
  for await (const chunk of request) bytes += (chunk as Buffer).length
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.setHeader('content-security-policy', "default-src 'none'")
  response.end(JSON.stringify({ service, method, url, headers, bytes }))
}

function ask(path: string, method = 'GET', body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = session.request({ ':method': method, ':path': path, 'accept-encoding': 'identity' })
    let headers: Record<string, unknown> = {}
    let text = ''
    request.once('response', (received) => {
      headers = received
    })
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.once('error', reject)
    request.once('end', () => resolve({ status: Number(headers[':status']), headers, text }))
    request.end(body)
  })
}

/** Returns the headers that do not depend on the moment or the connection. */
const lasting = (headers: Iterable<[string, unknown]>): Record<string, unknown> =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) =>
        /^(?:content-security|cross-origin|origin-agent|referrer|x-(?!request))/.test(name) ||
        name === 'cache-control',
    ),
  )

test('serves HTTP/2 over TLS, and redirects plain HTTP there', async () => {
  expect((await ask('/')).status).toBe(200)
  expect(session.alpnProtocol).toBe('h2')
  const plain = await fetch(`http://127.0.0.1:${gateway.plainPort}/api/login?a=b`, {
    method: 'POST',
    redirect: 'manual',
  })
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/api/login?a=b'])
})

test('forwards every call with its whole address to its service, except health and metrics', async () => {
  const inside = new Set(['/health/live', '/health/ready', '/metrics'])
  let reached = 0
  for (const call of Object.values(calls)) {
    const { service, method } = call.route
    for (const path of expressPathsOf(call)) {
      const address = path.replaceAll(/[:*]\w+/g, 'a%20b')
      if (address === '/api/live') continue
      const answer = await ask(`${address}?c=d%2Fe`, method)
      if (inside.has(path)) {
        expect(answer.status, `at ${path}`).toBe(404)
        continue
      }
      expect(answer.status, `${method} ${path}`).toBe(200)
      const answering = service === 'root' || path.startsWith('/settings/') ? 'api' : service
      expect(JSON.parse(answer.text)).toMatchObject({ service: answering, method, url: `${address}?c=d%2Fe` })
      reached += 1
    }
  }
  expect(reached).toBeGreaterThan(100)
})

test("passes the client's address, host name and https to a service", async () => {
  const { headers, bytes } = JSON.parse(
    (await ask('/location/api/x', 'POST', Buffer.alloc(20 << 20, 'x'))).text,
  )
  expect(headers).toMatchObject({
    host: `localhost:${gateway.port}`,
    'x-forwarded-for': expect.stringMatching(/^(?:::ffff:)?127\.0\.0\.1$/),
    'x-forwarded-proto': 'https',
  })
  expect(bytes).toBe(20 << 20)
})

test("forwards events as they happen, and closes the service's stream when a reader leaves", async () => {
  const reader = session.request({ ':path': '/api/live' })
  const next = (): Promise<string> =>
    new Promise((resolve) => reader.once('data', (data) => resolve(String(data))))
  const first = next()
  expect(await first).toBe('event: first\n\n')
  const second = next()
  sendEvent?.()
  expect(await second).toBe('event: second\n\n')
  reader.close()
  await readerLeft
})

test('skips a process that accepts no connection, and never repeats an accepted request', async () => {
  for (let call = 0; call < 6; call += 1)
    expect((await ask('/api/x', 'POST', Buffer.from('y'))).status).toBe(200)
  const before = requestCounts['api'] ?? 0
  expect((await ask('/api/dies', 'POST', Buffer.from('y'))).status).toBe(503)
  expect(requestCounts['api']).toBe(before + 1)
})

test('answers like the services if no process of a service responds', async () => {
  servers[STATUS]?.closeAllConnections()
  await new Promise((resolve) => servers[STATUS]?.close(resolve))
  const { status, headers, text } = await ask('/status/api/ingest/device-status', 'POST', Buffer.from('[]'))
  expect(status).toBe(503)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
  })
  expect(JSON.parse(text)).toEqual({
    err: 1,
    code: 'unavailable',
    message: 'The service is temporarily unavailable.',
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test("serves the console's files with the same headers as the product", async () => {
  const log = createLog({ service: 'gateway-test', level: 'silent' })
  const app = createApp({ log, metrics: createMetrics() })
  serveConsole(app, dir)
  const url = `http://127.0.0.1:${await listen(createServer(app))}`
  for (const path of ['/', '/assets/page-Ab3_x-9Z.js', '/favicon.svg']) {
    const direct = await fetch(url + path)
    const { status, headers, text } = await ask(path)
    expect([status, text]).toEqual([200, await direct.text()])
    expect(lasting(Object.entries(headers)), `of ${path}`).toEqual(lasting(direct.headers))
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['server']).toBe('nginx')
  }
  const missing = await ask('/assets/page-00000000.js')
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, undefined])
  expect(missing.headers['x-frame-options']).toBe('SAMEORIGIN')
})

test("keeps the headers of a service's answer and adds strict transport security", async () => {
  const { headers } = await ask('/api/x')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toBe("default-src 'none'")
})
