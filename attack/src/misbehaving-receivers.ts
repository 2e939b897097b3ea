import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '@wardtrack/test-kit'

/** A request that a receiver has read completely. */
export type Received = { key: string; head: string; body: string }

/** A receiver on loopback that answers as it likes. */
export type BadReceiver = {
  port: number
  received: Received[]
  /** open connections */
  open(): number
  /** highest number of connections at a time */
  maxOpen(): number
  close(): Promise<void>
}

/** Answers a request on its connection, or does something else with it. */
export type Behaviour = (socket: Socket, count: number) => void

const OK = 'HTTP/1.1 200 OK\r\n'

/** Sends a text again and again, as fast as the other side reads, until the connection is closed. */
function flood(socket: Socket, text: string | Buffer): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(text));
    if (!socket.destroyed) socket.once('drain', send)
  }
  send()
}

/** Sends a text a byte a second. */
function drip(socket: Socket, text: string): void {
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed || sent >= text.length) clearInterval(timer)
    else socket.write(text[sent++] ?? '')
  }, 1_000)
}

const answerWith =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.write(text)

/** One gigabyte of zeros in a megabyte, as a compressed answer. */
const BOMB = gzipSync(Buffer.alloc(1_000_000_000), { level: 1 })

/** Receivers that accept a delivery by their status, whatever follows: none may get it twice. */
export const ACCEPTING: Readonly<Record<string, Behaviour>> = {
  'a body without an end': (socket) => {
    socket.write(`${OK}\r\n`)
    flood(socket, 'x'.repeat(60_000))
  },
  'a body of a byte a second': (socket) => {
    socket.write(`${OK}content-length: 100000\r\n\r\n`)
    drip(socket, 'x'.repeat(100_000))
  },
  'chunks that are none': answerWith(`${OK}transfer-encoding: chunked\r\n\r\nno chunk at all\r\n`),
  'a closed connection in the middle': (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`),
  'a reset connection in the middle': (socket) => {
    socket.write(`${OK}content-length: 100\r\n\r\nhalf`)
    setTimeout(() => socket.resetAndDestroy(), 20)
  },
  'a compressed bomb': (socket) => {
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`)
    socket.write(BOMB)
  },
  'a second answer that nobody asked for': answerWith(
    `${OK}content-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n`,
  ),
}

/** Receivers that do not accept, each with the failure that people see. */
export const REFUSING: Readonly<Record<string, [failure: string, behaviour: Behaviour]>> = {
  'no answer at all': ['timed-out', () => {}],
  'a status line of a byte a second': ['timed-out', (socket) => drip(socket, `${OK}\r\n`)],
  'headers without an end': [
    'other-protocol',
    (socket) => {
      socket.write(OK)
      flood(socket, `x-more: ${'y'.repeat(1_000)}\r\n`)
    },
  ],
  'one header without an end': [
    'other-protocol',
    (socket) => {
      socket.write(`${OK}x: `)
      flood(socket, 'y'.repeat(60_000))
    },
  ],
  'preliminary answers without an end': [
    'timed-out',
    (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
  ],
  'a greeting of another protocol': ['other-protocol', answerWith('220 mail.example ESMTP\r\n')],
  'a switch to another protocol': [
    'connection-lost',
    answerWith('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: shell\r\n\r\n'),
  ],
  'a closed connection': ['connection-lost', (socket) => socket.destroy()],
  'a closed connection in the headers': ['connection-lost', (socket) => socket.end(`${OK}content-le`)],
  'a reset connection': ['connection-lost', (socket) => socket.resetAndDestroy()],
}

/** Mail servers that greet wrongly, each with the failure that people see. */
export const MAIL_SERVERS: Readonly<Record<string, [failure: string, greet: (socket: Socket) => void]>> = {
  'a greeting without an end': ['other-protocol', (socket) => flood(socket, '2'.repeat(60_000))],
  'a greeting of lines without an end': [
    'other-protocol',
    (socket) => flood(socket, '220-still greeting\r\n'.repeat(1_000)),
  ],
  'a closed connection in the greeting': ['connection-lost', (socket) => socket.end('220-')],
  'an answer of HTTP': ['other-protocol', (socket) => socket.end(status(400))],
}

/** Returns a status without a body, with more header lines. */
export const status = (code: number, ...lines: string[]): string =>
  [`HTTP/1.1 ${code} Status`, 'content-length: 0', ...lines, '', ''].join('\r\n')

/**
 * Starts a receiver.
 * @param behave called for each complete request, with the number of requests so far
 * @param options `secure`: TLS with a certificate that nobody trusts; `greet`: called for each new connection
 */
export async function startBadReceiver(
  behave: Behaviour,
  { secure = false, greet }: { secure?: boolean; greet?: (socket: Socket) => void } = {},
): Promise<BadReceiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let maxOpen = 0
  const attend = (socket: Socket): void => {
    sockets.add(socket)
    maxOpen = Math.max(maxOpen, sockets.size)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    greet?.(socket)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let request = firstRequest(text); request; request = firstRequest(text)) {
        text = text.slice(request.length)
        received.push(request)
        behave(socket, received.length)
      }
    })
  }
  const server: Server = secure
    ? createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, attend)
    : createServer(attend)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    open: () => sockets.size,
    maxOpen: () => maxOpen,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads the first complete request of a connection; undefined until its body has arrived. */
function firstRequest(text: string): (Received & { length: number }) | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (text.length < length) return undefined
  const key = /idempotency-key: (.*)/i.exec(head)?.[1]?.trim() ?? ''
  return { key, head, body: text.slice(end + 4, length), length }
}

/** Accepts each request. */
export const good: Behaviour = (socket) => socket.write(status(204))

/** Kinds of deliveries to Mirth. */
export const MIRTH = ['Asset', 'AssetLocation', 'DeviceStatus', 'LocationHierarchy'] as const
/** Behaviours of Mirth's receivers: only that of locations is a good one. */
export const MIRTH_BEHAVIOURS: Readonly<Record<(typeof MIRTH)[number], Behaviour>> = {
  Asset: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    flood(socket, 'x'.repeat(60_000))
  },
  AssetLocation: good,
  DeviceStatus: () => {},
  LocationHierarchy: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, `x-more: ${'y'.repeat(1_000)}\r\n`)
  },
}

/** A name that leads to another machine at the first two questions, and then to this one. */
export const CHANGING_NAME = 'receiver.changing.test'
/** Runs in the product before its own code: answers for the name above. */
export const CHANGING_LOOKUP = `
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
const { lookup } = dns
let asked = 0
dns.lookup = (host, options) =>
  host === '${CHANGING_NAME}'
    ? Promise.resolve([{ address: ++asked > 2 ? '127.0.0.1' : '192.0.2.1', family: 4 }])
    : lookup(host, options)
syncBuiltinESMExports()`
