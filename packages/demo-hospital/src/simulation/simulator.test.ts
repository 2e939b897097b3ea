import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { demoHospital, sizeFor } from '../hospital.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { readArguments } from './arguments.ts'
import { HospitalWorld } from './hospital-world.ts'
import { Simulator } from './simulator.ts'
import { statusLine, Tally } from './tally.ts'

describe('the simulator', () => {
  it('feeds both endpoints of a running server and keeps no pending events when it stops', async () => {
    const server = await startFakeServer()
    const world = new HospitalWorld(demoHospital({ size: sizeFor(60) }), 9)
    const simulator = new Simulator({
      baseUrl: server.url,
      ingestKey: 'k',
      world,
      feed: { seed: 9, rate: 200, faults: false },
    })
    await simulator.start()
    while (simulator.tally.sent < 200) await sleep(20)
    expect(await simulator.stop(5000)).toBe(0)
    const locations = server.accepted('/location/api/ingest/locations')
    const states = server.accepted('/status/api/ingest/device-status')
    expect(locations.length).toBeGreaterThan(100)
    expect(states.length).toBeGreaterThan(20)
    expect(locations.length + states.length).toBe(simulator.tally.sent)
    await server.close()
  })
})

describe('history', () => {
  it('sends the last hours in order before the present', async () => {
    const server = await startFakeServer()
    const simulator = new Simulator({
      baseUrl: server.url,
      ingestKey: 'k',
      world: new HospitalWorld(demoHospital({ size: sizeFor(60) }), 9),
      feed: { seed: 9, rate: 40, faults: false },
      historySeconds: 3600,
    })
    const began = Date.now()
    await simulator.start()
    expect(await simulator.stop(10_000)).toBe(0)
    const times = server
      .accepted('/location/api/ingest/locations')
      .map((event) => Date.parse(String(event.time)))
      .filter((time) => time > began - 3_600_000)
    expect(times.length).toBeGreaterThan(5000)
    expect(Math.min(...times)).toBeLessThan(began - 3_590_000)
    expect(Math.max(...times)).toBeGreaterThan(began - 10_000)
    const backwards = times.filter((time, i) => time < (times[i - 1] ?? 0) - 2000)
    expect(backwards).toEqual([])
    await server.close()
  })
})

describe('the command line', () => {
  it('has defaults for everything except the key', () => {
    expect(readArguments([], { WARDTRACK_INGEST_KEY: 'k' })).toMatchObject({
      url: 'http://127.0.0.1:8080',
      key: 'k',
      rate: 40,
      faults: true,
      seeding: true,
      assets: undefined,
    })
    expect(() => readArguments([], {})).toThrow(
      'An ingestion key is needed: --key KEY or WARDTRACK_INGEST_KEY',
    )
  })

  it('takes credentials from the environment or the command line', () => {
    const env = { WARDTRACK_ADMIN_USERNAME: 'admin', WARDTRACK_ADMIN_PASSWORD: 'secret' }
    expect(readArguments(['--key', 'k'], env)).toMatchObject({ username: 'admin', password: 'secret' })
    expect(readArguments(['--key', 'k', '--username', 'other'], env).username).toBe('other')
  })

  it.each([
    [['--rate', 'fast'], "--rate must be a number from 0.1 to 20000, not 'fast'"],
    [['--assets', '1.5'], '--assets must be a whole number'],
    [['--faults', 'maybe'], "--faults must be on or off, not 'maybe'"],
    [['--url', 'ftp://x'], "--url must be an http or https address, not 'ftp://x'"],
    [['--unknown', '1'], 'Unknown option'],
  ])('refuses %j', (argv, message) => {
    expect(() => readArguments(['--key', 'k', ...argv], {})).toThrow(message)
  })
})

describe('the status line', () => {
  it('contains all counters', () => {
    const tally = new Tally()
    Object.assign(tally, { sent: 500, accepted: 480, duplicates: 10, unresolved: 5, refused: 5 })
    for (let i = 1; i <= 100; i++) tally.answered(i)
    expect(statusLine(tally, 7, 100, 10)).toBe(
      'sent 500 · accepted 480 · duplicates 10 · unresolved 5 · refused 5 · errors 0 · dropped 0 · buffered 7 · 40.0 events/s · p95 96 ms',
    )
  })
})
