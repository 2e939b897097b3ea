import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCode, messages } from '@wardtrack/contracts'
import type { ServiceMetrics } from './metrics.ts'
import { sendJson } from './send-answer.ts'

/** Maximum open connections of a process. Further ones are closed immediately. */
export type ConnectionLimits = {
  all: number
  /** limit for one address; loopback excepted, because a proxy there connects for everybody */
  perAddress: number
}

const LIMITS: ConnectionLimits = { all: 8_192, perAddress: 2_048 }
/** Time limits after which a connection without a request, or with a slow one, is closed. */
const TIMES = {
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}
/**
 * Minimum speed of a reader: 1 kB a second. A slower one would hold its answer, and the files and cursors behind the
 * answer. An answer that nobody reads ends within a minute.
 */
const READER_PACE = {
  /** the period in which a reader has to take part of a waiting answer, in milliseconds */
  windowMs: 45_000,
  /** minimum bytes of each period */
  windowBytes: 45 * 1024,
  /** milliseconds between two checks */
  checkMs: 5_000,
} as const

const UNREADABLE = 'The request could not be read.'

/**
 * Creates the HTTP server of a process. It limits connections, closes those whose reader is too slow, requires one
 * `Host` in a request, and answers invalid HTTP with the error body.
 */
export function createHttpServer(
  app: RequestListener,
  parts: { limits?: Partial<ConnectionLimits>; metrics?: ServiceMetrics } = {},
): Server {
  const limits = { ...LIMITS, ...parts.limits }
  const server = createServer(TIMES, (request, response) => {
    if (hasOneHost(request)) return app(request, response)
    response.statusCode = 400
    response.setHeader('Connection', 'close')
    sendJson(response, errorBody('validation', UNREADABLE))
  })
  const refused = parts.metrics?.counter(
    'wardtrack_connections_refused_total',
    'Connections closed at once: too many were open',
    ['reason'],
  )
  server.maxConnections = limits.all
  server.on('drop', () => refused?.inc({ reason: 'all' }))
  const connections = new Map<string, number>()
  const watchReader = watchReaders(server)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const open = (connections.get(address) ?? 0) + 1
    if (open > limits.perAddress && !isLoopback(address)) {
      refused?.inc({ reason: 'address' })
      socket.destroy()
      return
    }
    connections.set(address, open)
    watchReader(socket)
    socket.once('close', () => {
      const remaining = (connections.get(address) ?? 1) - 1
      if (remaining > 0) connections.set(address, remaining)
      else connections.delete(address)
    })
  })
  server.on('clientError', answerUnreadable)
  return server
}

/**
 * Checks that a request has one `Host`. With two, this server and a proxy in front could each use a different one.
 * @see RFC 9112, 3.2
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts <= 1
}

/**
 * Watches the readers of a server, and closes a connection whose reader takes too little of a waiting answer. The time
 * in which an answer is prepared does not count.
 * @returns a function that adds a connection
 */
function watchReaders(server: Server): (socket: Socket) => void {
  /** beginning of the period of each connection, and the bytes that its reader had taken then */
  const periods = new Map<Socket, { since: number; taken: number } | undefined>()
  const check = (socket: Socket, now: number): void => {
    if (socket.writableLength === 0) return void periods.set(socket, undefined)
    const period = periods.get(socket)
    const taken = takenBytes(socket)
    if (period && now - period.since < READER_PACE.windowMs) return
    if (period && taken - period.taken < READER_PACE.windowBytes) socket.destroy()
    else periods.set(socket, { since: now, taken })
  }
  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of periods.keys()) check(socket, now)
  }, READER_PACE.checkMs).unref()
  server.once('close', () => clearInterval(timer))
  return (socket) => {
    periods.set(socket, undefined)
    socket.once('close', () => periods.delete(socket))
  }
}

/**
 * Counts the bytes that the kernel has taken of a connection's answers. Node's documented numbers count a part only when
 * all of it is taken, and an answer may be one part of many megabytes.
 */
function takenBytes(socket: Socket): number {
  const { _bytesDispatched: handed, _handle: handle } = socket as Socket & {
    _bytesDispatched?: number
    _handle?: { writeQueueSize?: number } | null
  }
  if (handed === undefined) return socket.bytesWritten - socket.writableLength
  return handed - (handle?.writeQueueSize ?? 0)
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

const errorBody = (code: ErrorCode, message: string): string =>
  JSON.stringify({ err: 1, code, message, requestId: randomUUID() })

/** Answers invalid or slow HTTP with the error body; Node's own answer has none. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = slow ? '408 Request Timeout' : '400 Bad Request'
  const body = slow ? errorBody('too_slow', messages.tooSlow) : errorBody('validation', UNREADABLE)
  const head = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end([`HTTP/1.1 ${status}`, 'Connection: close', ...head, '', body].join('\r\n'))
}
