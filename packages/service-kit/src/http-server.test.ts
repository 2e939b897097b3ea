import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { createMetrics } from './metrics.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server?.close(resolve))
})

async function listen(listener: Server, host = '127.0.0.1'): Promise<number> {
  server = listener
  await new Promise<void>((resolve) => listener.listen(0, host, resolve))
  return (listener.address() as AddressInfo).port
}

/** Sends text on a new connection and returns the answer until the connection is closed. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.once('close', () => resolve(answer))
    socket.once('error', reject)
  })
}

test('refuses a request with two hosts with 400, and no handler sees it', async () => {
  let reached = 0
  const port = await listen(
    createHttpServer((_request, response) => {
      reached += 1
      response.setHeader('Connection', 'close')
      response.end('reached')
    }),
  )
  for (const secondHost of ['Host: two', 'host: one', 'HOST:  two']) {
    const answer = await say(port, `GET / HTTP/1.1\r\nHost: one\r\n${secondHost}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"validation","message":"The request could not be read."')
  }
  expect(reached).toBe(0)
  expect(await say(port, 'GET / HTTP/1.1\r\nHost: one\r\n\r\n')).toContain('reached')
})

/** Opens connections one after the other. Returns the number that are served, once the others are closed. */
async function openMany(count: number, port: number, host: string): Promise<number> {
  const opened = Array.from({ length: count }, () => connect(port, host))
  sockets.push(...opened)
  const outcomes = opened.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        socket.on('error', () => undefined)
        socket.once('data', () => resolve(true)).once('close', () => resolve(false))
        socket.write('GET / HTTP/1.1\r\nHost: one\r\n\r\n')
      }),
  )
  return (await Promise.all(outcomes)).filter(Boolean).length
}

test('closes and counts connections beyond the limit of the process', async () => {
  const metrics = createMetrics()
  const limits = { all: 5, perAddress: 1 }
  const port = await listen(createHttpServer((_request, response) => response.end(), { limits, metrics }))
  expect(await openMany(8, port, '127.0.0.1')).toBe(5)
  expect(await metrics.registry.metrics()).toContain('wardtrack_connections_refused_total{reason="all"} 3')
})

const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test('limits the connections of one address, unless a proxy connects from it', async () => {
  const metrics = createMetrics()
  const limits = { all: 50, perAddress: 3 }
  const port = await listen(
    createHttpServer((_request, response) => response.end(), { limits, metrics }),
    '0.0.0.0',
  )
  expect(await openMany(6, port, '127.0.0.1')).toBe(6)
  const expected = ownAddress === undefined ? 0 : 3
  expect(ownAddress === undefined ? 0 : await openMany(6, port, ownAddress)).toBe(expected)
  if (ownAddress !== undefined) {
    const address = ownAddress
    // The server notices closed connections a moment later.
    await vi.waitFor(
      async () => {
        for (const socket of sockets.splice(0)) socket.destroy()
        expect(await openMany(3, port, address)).toBe(3)
      },
      { timeout: 20_000 },
    )
  }
})

describe('a large answer', () => {
  /** Far more than the kernel keeps for a connection. */
  const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')
  let response: ServerResponse
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Opens a connection, and requests an answer that `response` gives. */
  async function request(): Promise<Socket> {
    const requested = new Promise<ServerResponse>((resolve) => {
      server = createHttpServer((_request, given) => resolve(given))
    })
    const socket = connect(await listen(server as Server), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: one\r\n\r\n')
    response = await requested
    return socket
  }

  test('ends within a minute when its reader takes nothing', async () => {
    const reader = (await request()).pause()
    response.end(LARGE)
    // The kernel takes its part first.
    for (let turns = 0, waiting = 0; turns < 1_000; turns += 1) {
      await immediate()
      if (waiting !== response.writableLength) turns = 0
      waiting = response.writableLength
    }
    vi.advanceTimersByTime(40_000)
    expect(response.destroyed).toBe(false)
    vi.advanceTimersByTime(20_000)
    await vi.waitFor(() => expect(response.destroyed).toBe(true), { timeout: 20_000 })
    expect(reader.bytesRead).toBeLessThan(LARGE.length)
  })

  test('reaches a slow reader whole, also when it takes long to prepare', async () => {
    const reader = await request()
    response.write('x')
    for await (const _part of reader.iterator({ destroyOnReturn: false })) break
    vi.advanceTimersByTime(120_000)
    expect(response.destroyed).toBe(false)
    response.end(LARGE)
    let [bytes, checkedAt] = [0, 0]
    for await (const part of reader as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes >= LARGE.length) break
      if (bytes - checkedAt < 8 * 1024 * 1024) continue
      checkedAt = bytes
      // The server hands more to the kernel meanwhile.
      for (let turns = 0; turns < 50; turns += 1) await immediate()
      vi.advanceTimersByTime(30_000)
    }
    expect(bytes).toBeGreaterThanOrEqual(LARGE.length)
  })
})
