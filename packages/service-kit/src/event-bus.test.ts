import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BusMessage, writeBusMessage } from './bus-message.ts'
import { deriveKey } from './derive-key.ts'
import { createEventBus, type EventBus } from './event-bus.ts'
import { BUS_GAP } from './local-bus.ts'
import { createMetrics } from './metrics.ts'
import { makeRedis, makeRelay, type TestRedis } from './testing/test-redis.ts'

const log = pino({ level: 'silent' })
const secret = 'a secret of forty characters for the tests'

/** Topics of these tests. */
type Topics = { a: string | number; b: string; topic: unknown }

describe('within a process', () => {
  test('calls listeners immediately and in their order, until they unsubscribe', async () => {
    const bus = createEventBus<Topics>({ log })
    const received: string[] = []
    bus.subscribe('a', (payload) => received.push(`one ${payload}`))
    const stop = bus.subscribe('a', (payload) => received.push(`two ${payload}`))
    bus.publish('a', 'x')
    stop()
    bus.publish('a', 'y')
    bus.publish('b', 'z')
    expect(received).toEqual(['one x', 'two x', 'one y'])
    expect([bus.connected(), bus.acrossProcesses]).toEqual([true, false])
    await bus.close()
  })

  test('calls the other listeners when one fails', () => {
    const bus = createEventBus<Topics>({ log })
    const received = vi.fn()
    bus.subscribe('a', () => {
      throw new Error('broken')
    })
    bus.subscribe('a', received)
    bus.publish('a', 1)
    expect(received).toHaveBeenCalledWith(1)
  })
})

describe('over Redis', () => {
  const open: EventBus<Topics>[] = []
  let redis: TestRedis
  let metrics = createMetrics()
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close()
    await redis.drop()
  })
  const bus = (more: { url?: string; secret?: string; heartbeatMs?: number } = {}): EventBus<Topics> => {
    metrics = createMetrics()
    const busInstance = createEventBus<Topics>({ log, metrics, redis: { url: redis.url, secret, ...more } })
    open.push(busInstance)
    return busInstance
  }
  const wait = { timeout: 20_000, interval: 20 }
  const connected = (...buses: EventBus<Topics>[]) =>
    vi.waitFor(() => expect(buses.every((bus1) => bus1.connected())).toBe(true), wait)

  test('delivers an event to other processes once, and not twice to the publisher', async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const [localListener, remoteListener] = [vi.fn(), vi.fn()]
    bus1.subscribe('topic', localListener)
    bus2.subscribe('topic', remoteListener)
    bus1.publish('topic', { n: 1 })
    await vi.waitFor(() => expect(remoteListener).toHaveBeenCalledWith({ n: 1 }), wait)
    bus2.publish('topic', { n: 2 })
    await vi.waitFor(() => expect(localListener).toHaveBeenCalledWith({ n: 2 }), wait)
    expect(localListener.mock.calls).toEqual([[{ n: 1 }], [{ n: 2 }]])
    expect(remoteListener.mock.calls).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })

  test('keeps working within the process when Redis is lost, and raises the gap everywhere on its return', async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const [localGap, remoteGap, localListener, remoteListener] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    bus1.subscribe(BUS_GAP, localGap)
    bus2.subscribe(BUS_GAP, remoteGap)
    bus1.subscribe('topic', localListener)
    bus2.subscribe('topic', remoteListener)
    await redis.kill()
    await vi.waitFor(() => expect(bus1.connected()).toBe(false), wait)
    bus1.publish('topic', 'lost')
    expect(localListener).toHaveBeenCalledWith('lost')
    expect(localGap).not.toHaveBeenCalled()
    await redis.start()
    await vi.waitFor(() => expect(localGap).toHaveBeenCalled(), wait)
    await vi.waitFor(() => expect(remoteGap).toHaveBeenCalled(), wait)
    await connected(bus1, bus2)
    expect(remoteListener).not.toHaveBeenCalled()
    bus1.publish('topic', 'back')
    await vi.waitFor(() => expect(remoteListener).toHaveBeenCalledWith('back'), wait)
  })

  test('connects to a Redis that starts late, and raises the gap', async () => {
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

  test("ignores a message that is not one of the bus's events", async () => {
    redis = await makeRedis()
    await redis.start()
    const [bus1, bus2] = [bus(), bus()]
    await connected(bus1, bus2)
    const remoteListener = vi.fn()
    bus2.subscribe('topic', remoteListener)
    const { Redis } = await import('ioredis')
    const foreignClient = new Redis(redis.url)
    await foreignClient.publish('wardtrack:bus', 'no json')
    await foreignClient.publish('wardtrack:bus', '7')
    await foreignClient.quit()
    bus1.publish('topic', 'after')
    await vi.waitFor(() => expect(remoteListener).toHaveBeenCalledWith('after'), wait)
  })

  /** Writes to the channel like any client that reaches Redis could. */
  async function write(...texts: string[]): Promise<void> {
    const { Redis } = await import('ioredis')
    const client = new Redis(redis.url)
    for (const text of texts) await client.publish('wardtrack:bus', text)
    await client.quit()
  }
  const message = (more: Partial<BusMessage> = {}): BusMessage => ({
    origin: 'another process',
    number: 1,
    time: Date.now(),
    topic: 'topic',
    payload: 'x',
    ...more,
  })
  const key = deriveKey(secret, 'event bus')
  const dropped = async (reason: string): Promise<number> => {
    const { values = [] } =
      (await metrics.registry.getSingleMetric('wardtrack_bus_messages_dropped_total')?.get()) ?? {}
    return values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0
  }
  /** Creates a bus whose listeners are watched. */
  async function listening() {
    redis = await makeRedis()
    await redis.start()
    const busInstance = bus()
    const [topic, gap] = [vi.fn(), vi.fn()]
    busInstance.subscribe('topic', topic)
    busInstance.subscribe(BUS_GAP, gap)
    await connected(busInstance)
    return { topic, gap }
  }

  test('drops and counts a message that no process of the installation signed', async () => {
    const { topic, gap } = await listening()
    const signed = writeBusMessage(key, message({ number: 2, payload: 'signed' }))
    await write(
      JSON.stringify(message()),
      writeBusMessage(deriveKey('another secret of forty characters here', 'event bus'), message()),
      writeBusMessage(deriveKey(secret, 'another purpose'), message()),
      signed.replace('signed', 'forged'),
      signed,
    )
    await vi.waitFor(() => expect(topic).toHaveBeenCalledWith('signed'), wait)
    expect(topic).toHaveBeenCalledTimes(1)
    expect(gap).not.toHaveBeenCalled()
    expect(await dropped('unsigned')).toBe(4)
  })

  test('drops and counts a recorded message: its number is known, or it is too old', async () => {
    const { topic, gap } = await listening()
    const first = writeBusMessage(key, message())
    const old = writeBusMessage(key, message({ origin: 'ended', number: 7, time: Date.now() - 3 * 60_000 }))
    await write(first, first, old, writeBusMessage(key, message({ number: 2, payload: 'y' })))
    await vi.waitFor(() => expect(topic).toHaveBeenCalledWith('y'), wait)
    expect(topic.mock.calls).toEqual([['x'], ['y']])
    expect(gap).not.toHaveBeenCalled()
    expect([await dropped('repeated'), await dropped('stale')]).toEqual([1, 1])
  })

  test('raises the gap for a missing message, and for a late one of a known process', async () => {
    const { topic, gap } = await listening()
    await write(
      writeBusMessage(key, message()),
      writeBusMessage(key, message({ number: 3, payload: 'third' })),
    )
    await vi.waitFor(() => expect(topic).toHaveBeenCalledWith('third'), wait)
    expect(gap).toHaveBeenCalledTimes(1)
    await write(writeBusMessage(key, message({ number: 4, time: Date.now() - 3 * 60_000 })))
    await vi.waitFor(() => expect(gap).toHaveBeenCalledTimes(2), wait)
    expect(topic).toHaveBeenCalledTimes(2)
  })

  test('reconnects a link that is open but dead, and raises the gap', async () => {
    redis = await makeRedis()
    await redis.start()
    const relay = await makeRelay(Number(new URL(redis.url).port))
    const [localListener, remoteListener] = [bus({ url: relay.url, heartbeatMs: 50 }), bus()]
    await connected(localListener, remoteListener)
    const [gap, topic] = [vi.fn(), vi.fn()]
    localListener.subscribe(BUS_GAP, gap)
    localListener.subscribe('topic', topic)
    relay.silence()
    remoteListener.publish('topic', 'lost')
    await vi.waitFor(() => expect(gap).toHaveBeenCalled(), wait)
    expect(topic).not.toHaveBeenCalled()
    await vi.waitFor(() => {
      remoteListener.publish('topic', 'back')
      expect(topic).toHaveBeenCalledWith('back')
    }, wait)
    relay.close()
  })
})
