// Measures the cost of deliveries for ingestion while no receiver answers (docs/adr/0015). It compares positions a
// second with all six addresses set to a closed port, and with none set, in turn on one service and one store.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvents } from './lib/bench-hospital.mjs'
import { median, sendFor } from './lib/bench-load.mjs'
import { BENCH_KEY, openBenchStore, setDeliveryAddresses, startBenchService } from './lib/bench-service.mjs'

/** Address where nobody listens. */
const CLOSED = 'http://127.0.0.1:9/in'
const FIELDS = [
  'AssetLocation',
  'GeofenceAlert',
  'Asset',
  'AssetAssociation',
  'LocationHierarchy',
  'DeviceStatus',
]
/** Minimum share of the rate without addresses. */
const TARGET = 0.9

/** Sizes of requests, and their numbers at a time. */
const LOADS = [
  { what: 'batches of 100, 8 connections', size: 100, connections: 8 },
  { what: 'single positions, 32 connections', size: 1, connections: 32 },
]

/**
 * Runs the bench.
 * @param {{ rounds?: number, ms?: number }} options `ms`: milliseconds of each round
 * @returns {Promise<{ what: string, down: number, none: number, ratio: number, ok: boolean }[]>} positions a second
 */
export async function benchDeliveries({ rounds = 5, ms = 4_000 } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-deliveries-'))
  const closers = [() => rm(dir, { recursive: true, force: true })]
  try {
    const store = await openBenchStore(dir, closers)
    const service = await startBenchService(store, closers, {
      settings: { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' },
    })
    const setAddress = (address) =>
      setDeliveryAddresses(store.db, Object.fromEntries(FIELDS.map((field) => [field, address])))
    return await measure(`${service.url}/location/api/ingest/locations`, setAddress, rounds, ms)
  } finally {
    for (const close of closers) await close()
  }
}

async function measure(url, setAddress, rounds, ms) {
  const events = createEvents()
  const rate = async ({ size, connections }) => {
    const { requests, seconds } = await sendFor({
      url,
      key: BENCH_KEY,
      connections,
      ms,
      next: () => events.body(size),
    })
    return (requests * size) / seconds
  }
  const found = LOADS.map((load) => ({ load, down: [], none: [] }))
  for (const { load } of found) await rate(load)
  for (let round = 0; round < rounds; round += 1)
    for (const kind of round % 2 === 0 ? ['none', 'down'] : ['down', 'none']) {
      await setAddress(kind === 'down' ? CLOSED : '')
      for (const each of found) each[kind].push(await rate(each.load))
    }
  return found.map(({ load: { what }, down, none }) => {
    const ratio = median(down.map((each, round) => each / none[round]))
    return { what, down: median(down), none: median(none), ratio, ok: ratio >= TARGET }
  })
}

/** Formats the measurements as text. */
export const linesOf = (rows) =>
  rows
    .map(
      ({ what, down, none, ratio, ok }) =>
        `${what}: ${Math.round(down)}/s with six receivers down, ${Math.round(none)}/s without, ratio ${ratio.toFixed(2)} (at least ${TARGET}) ${ok ? 'ok' : 'MISSED'}`,
    )
    .join('\n')
