import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { BUS_GAP, createEventBus, type EventBus } from './event-bus.ts'

const log = pino({ level: 'silent' })

/** Topics of these tests. */
type Topics = { a: string | number; b: string; topic: unknown }

describe('within a process', () => {
  test('listeners hear at once, in their order, until they stop', async () => {
    const bus = createEventBus<Topics>({ log })
    const heard: string[] = []
    bus.subscribe('a', (payload) => heard.push(`one ${payload}`))
    const stop = bus.subscribe('a', (payload) => heard.push(`two ${payload}`))
    bus.publish('a', 'x')
    stop()
    bus.publish('a', 'y')
    bus.publish('b', 'z')
    expect(heard).toEqual(['one x', 'two x', 'one y'])
    expect([bus.connected(), bus.acrossProcesses]).toEqual([true, false])
    await bus.close()
  })

  test('a listener that fails keeps nobody else from hearing', () => {
    const bus = createEventBus<Topics>({ log })
    const heard = vi.fn()
    bus.subscribe('a', () => {
      throw new Error('broken')
    })
    bus.subscribe('a', heard)
    bus.publish('a', 1)
    expect(heard).toHaveBeenCalledWith(1)
  })
})

const REDIS = process.env['WARDTRACK_REDIS_SERVER'] ?? '/usr/bin/redis-server'

/** A real redis-server on a port of its own. */
type TestRedis = { url: string; start(): Promise<void>; kill(): Promise<void>; drop(): Promise<void> }

async function makeRedis(): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const running = child
    if (!running) return
    child = undefined
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: () =>
      new Promise((resolve, reject) => {
        const args = [
          '--port',
          String(port),
          '--bind',
          '127.0.0.1',
          '--save',
          '',
          '--appendonly',
          'no',
          '--dir',
          dir,
        ]
        const started = spawn(REDIS, args)
        child = started
        started.once('error', () =>
          reject(new Error(`${REDIS} is needed for this test: install redis-server`)),
        )
        started.stdout.on('data', (text: Buffer) => {
          if (text.includes('Ready to accept connections')) resolve()
        })
      }),
    drop: async () => {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

describe('over Redis', () => {
  const open: EventBus<Topics>[] = []
  let redis: TestRedis
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close()
    await redis.drop()
  })
  const bus = (): EventBus<Topics> => {
    const made = createEventBus<Topics>({ redisUrl: redis.url, log })
    open.push(made)
    return made
  }
  const wait = { timeout: 20_000, interval: 20 }
  const connected = (...buses: EventBus<Topics>[]) =>
    vi.waitFor(() => expect(buses.every((bus1) => bus1.connected())).toBe(true), wait)

  test('other processes hear what is published, once, and the publisher not twice', async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const [here, there] = [vi.fn(), vi.fn()]
    bus1.subscribe('topic', here)
    bus2.subscribe('topic', there)
    bus1.publish('topic', { n: 1 })
    await vi.waitFor(() => expect(there).toHaveBeenCalledWith({ n: 1 }), wait)
    bus2.publish('topic', { n: 2 })
    await vi.waitFor(() => expect(here).toHaveBeenCalledWith({ n: 2 }), wait)
    expect(here.mock.calls).toEqual([[{ n: 1 }], [{ n: 2 }]])
    expect(there.mock.calls).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })

  test('a lost server stops nothing within the process, and its return raises the gap everywhere', async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const [gapHere, gapThere, here, there] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    bus1.subscribe(BUS_GAP, gapHere)
    bus2.subscribe(BUS_GAP, gapThere)
    bus1.subscribe('topic', here)
    bus2.subscribe('topic', there)
    await redis.kill()
    await vi.waitFor(() => expect(bus1.connected()).toBe(false), wait)
    bus1.publish('topic', 'lost')
    expect(here).toHaveBeenCalledWith('lost')
    expect(gapHere).not.toHaveBeenCalled()
    await redis.start()
    await vi.waitFor(() => expect(gapHere).toHaveBeenCalled(), wait)
    await vi.waitFor(() => expect(gapThere).toHaveBeenCalled(), wait)
    await connected(bus1, bus2)
    expect(there).not.toHaveBeenCalled()
    bus1.publish('topic', 'back')
    await vi.waitFor(() => expect(there).toHaveBeenCalledWith('back'), wait)
  })

  test('a server that comes late is found, and the gap is raised', async () => {
    redis = await makeRedis()
    const bus1 = bus()
    const gap = vi.fn()
    bus1.subscribe(BUS_GAP, gap)
    bus1.publish('topic', 'nobody')
    expect(bus1.connected()).toBe(false)
    await redis.start()
    await vi.waitFor(() => expect(gap).toHaveBeenCalled(), wait)
    expect(bus1.connected()).toBe(true)
  })

  test('a message that is no event of ours is passed over', async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const there = vi.fn()
    bus2.subscribe('topic', there)
    const { Redis } = await import('ioredis')
    const foreignClient = new Redis(redis.url)
    await foreignClient.publish('wardtrack:bus', 'no json')
    await foreignClient.publish('wardtrack:bus', '7')
    await foreignClient.quit()
    bus1.publish('topic', 'after')
    await vi.waitFor(() => expect(there).toHaveBeenCalledWith('after'), wait)
  })
})
