import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createIngestClient } from '../seeding/ingest-client.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { Outbox } from './outbox.ts'
import { Tally } from './tally.ts'

const PATH = '/location/api/ingest/locations'
const servers: FakeServer[] = []

async function serving(...args: Parameters<typeof startFakeServer>): Promise<FakeServer> {
  const server = await startFakeServer(...args)
  servers.push(server)
  return server
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

function events(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => JSON.stringify({ n: from + i }))
}

function outboxTo(url: string, options: { batchSize?: number; capacity?: number } = {}) {
  const tally = new Tally()
  const trouble: string[] = []
  const outbox = new Outbox({
    path: PATH,
    client: createIngestClient({ baseUrl: url, ingestKey: 'secret', timeoutMs: 10_000 }),
    tally,
    firstPauseMs: 10,
    longestPauseMs: 40,
    onProblem: (message) => trouble.push(message),
    ...options,
  })
  return { outbox, tally, trouble }
}

const numbers = (server: FakeServer) => server.accepted(PATH).map((event) => event.n)

/** Returns an unused port, below the range that the system assigns to other tests. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

describe('the outbox', () => {
  it('sends in order, in batches within the limit, with the key', async () => {
    const server = await serving()
    const { outbox, tally } = outboxTo(server.url, { batchSize: 100 })
    outbox.push(events(0, 450))
    expect(await outbox.close(20_000)).toBe(0)
    expect(numbers(server)).toEqual(Array.from({ length: 450 }, (_, i) => i))
    for (const { body, key } of server.received) {
      expect(Array.isArray(body) ? body.length : 0).toBeLessThanOrEqual(100)
      expect(key).toBe('Bearer secret')
    }
    expect(tally).toMatchObject({ sent: 450, accepted: 450, errors: 0, dropped: 0 })
  })

  it('never exceeds 5,000 items or the body limit, whatever its options', async () => {
    const server = await serving()
    const { outbox } = outboxTo(server.url, { batchSize: 90_000 })
    const long = JSON.stringify({ text: 'x'.repeat(1000) })
    outbox.push([...events(0, 12_000), ...Array.from({ length: 5000 }, () => long)])
    expect(await outbox.close(20_000)).toBe(0)
    const sizes = server.received.map(({ body }) => (Array.isArray(body) ? body.length : 0))
    expect(sizes.reduce((a, b) => a + b, 0)).toBe(17_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5000)
    for (const { body } of server.received) expect(JSON.stringify(body).length).toBeLessThan(8_000_000)
  })

  it('waits for Retry-After, then sends the same events again', async () => {
    const at: number[] = []
    const server = await serving((_request, count) => {
      at.push(performance.now())
      return count === 1
        ? {
            status: 503,
            headers: { 'Retry-After': '1' },
            body: { err: 1, code: 'unavailable', message: 'Busy' },
          }
        : undefined
    })
    const { outbox, tally, trouble } = outboxTo(server.url)
    outbox.push(events(0, 10))
    expect(await outbox.close(20_000)).toBe(0)
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950)
    expect(server.received[1]?.body).toEqual(server.received[0]?.body)
    expect(tally).toMatchObject({ sent: 10, errors: 1, dropped: 0 })
    expect(trouble[0]).toContain('503 Busy')
    expect(trouble[1]).toContain('answering again')
  })

  it('keeps events while the server is unreachable, and sends them in a burst when it returns', async () => {
    const port = await freePort()
    const { outbox, tally } = outboxTo(`http://127.0.0.1:${port}`, { batchSize: 1000 })
    for (let i = 0; i < 20; i++) {
      outbox.push(events(i * 50, 50))
      await sleep(5)
    }
    expect(outbox.pending).toBe(1000)
    expect(tally.errors).toBeGreaterThan(0)
    const server = await serving(undefined, port)
    expect(await outbox.close(20_000)).toBe(0)
    expect(numbers(server)).toEqual(Array.from({ length: 1000 }, (_, i) => i))
    expect(server.received.length).toBeLessThan(10)
    expect(tally).toMatchObject({ sent: 1000, dropped: 0 })
  })

  it('drops only the oldest events beyond its capacity, and counts them', async () => {
    const port = await freePort()
    const { outbox, tally } = outboxTo(`http://127.0.0.1:${port}`, { capacity: 300, batchSize: 100 })
    outbox.push(events(0, 100))
    for (let i = 1; i < 10; i++) outbox.push(events(i * 100, 100))
    expect(outbox.pending).toBe(300)
    expect(tally.dropped).toBe(700)
    const server = await serving(undefined, port)
    expect(await outbox.close(20_000)).toBe(0)
    const arrived = numbers(server)
    expect(arrived).toHaveLength(300)
    expect(arrived.slice(-200)).toEqual(Array.from({ length: 200 }, (_, i) => 800 + i))
  })

  it('drops a batch that the server refuses permanently, and reports it', async () => {
    const server = await serving((_request, count) =>
      count === 1
        ? { status: 400, body: { err: 1, code: 'validation', message: 'Not like that' } }
        : undefined,
    )
    const { outbox, tally, trouble } = outboxTo(server.url, { batchSize: 5 })
    outbox.push(events(0, 10))
    expect(await outbox.close(20_000)).toBe(0)
    expect(numbers(server)).toEqual([5, 6, 7, 8, 9])
    expect(tally).toMatchObject({ sent: 5, errors: 1 })
    expect(trouble[0]).toContain('5 events refused, 400 Not like that')
  })

  it('keeps its events when the key is unknown, because the key may be added later', async () => {
    const server = await serving((_request, count) =>
      count <= 2
        ? { status: 401, body: { err: 1, code: 'unauthenticated', message: 'Unknown key' } }
        : undefined,
    )
    const { outbox } = outboxTo(server.url)
    outbox.push(events(0, 10))
    expect(await outbox.close(20_000)).toBe(0)
    expect(numbers(server)).toHaveLength(10)
  })

  it('returns the number of remaining events when it must close early', async () => {
    const { outbox } = outboxTo(`http://127.0.0.1:${await freePort()}`)
    outbox.push(events(0, 10))
    expect(await outbox.close(50)).toBe(10)
    outbox.push(events(10, 5))
    expect(outbox.pending).toBe(15)
  })
})
