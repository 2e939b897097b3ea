// Measures one request of 1,000 positions through 50 overlapping geofences (docs/adr/0014). In one kind, 1,000 assets
// each enter all of them; in the other, one asset goes in and out. Each may raise up to 50,000 alerts. The duration
// of the request and the number of waiting alerts are limited. Every round has a fresh store and service.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addFences } from './lib/bench-hospital.mjs'
import { BENCH_KEY, openBenchStore, startBenchService } from './lib/bench-service.mjs'

const EVENTS = 1_000
const FENCES = 50
/** Positions on the bench's map in metres: inside all geofences, and outside them. */
const INSIDE = { x: 10, y: 10 }
const OUTSIDE = { x: 90, y: 90 }

/** Positions of the two requests, each with the number of its asset. */
const KINDS = {
  'a position of each of 1,000 assets, all entering': (n) => ({ asset: n, ...INSIDE }),
  '1,000 positions of one asset, in and out': (n) => ({ asset: 0, ...(n % 2 === 0 ? INSIDE : OUTSIDE) }),
}

/**
 * Runs the bench.
 * @param {{ rounds?: number }} options
 * @returns {Promise<{ kind: string, seconds: number[], statuses: number[] }[]>} duration of the request in each
 * round, and its status: 200, or 503 when it would raise more alerts than one request may
 */
export async function benchAlerts({ rounds = 3 } = {}) {
  const rows = []
  for (const [kind, positionOf] of Object.entries(KINDS)) {
    const results = []
    for (let round = 0; round < rounds; round += 1)
      results.push(await withService((url) => push(url, positionOf)))
    rows.push({
      kind,
      seconds: results.map(({ seconds }) => seconds),
      statuses: results.map(({ status }) => status),
    })
  }
  return rows
}

async function withService(work) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-bench-'))
  const closers = [() => rm(dir, { recursive: true, force: true })]
  try {
    const store = await openBenchStore(dir, closers)
    await addFences(store.db, store.Types, FENCES, 'overlapping')
    const service = await startBenchService(store, closers)
    return await work(service.url)
  } finally {
    for (const close of closers) await close()
  }
}

async function push(url, positionOf) {
  // Every asset starts outside, so that the measured positions enter.
  const outside = Array.from({ length: EVENTS }, (_, n) => ({ asset: n, ...OUTSIDE }))
  await send(url, outside, Date.now() - 3_600_000)
  const items = Array.from({ length: EVENTS }, (_, n) => positionOf(n))
  const started = performance.now()
  const status = await send(url, items, Date.now() - 1_800_000)
  return { status, seconds: (performance.now() - started) / 1_000 }
}

async function send(url, positions, start) {
  const items = positions.map(({ asset, x, y }, n) => ({
    provider: 'centrak',
    tagId: `T-${asset}`,
    mapId: 'map-0',
    x,
    y,
    time: new Date(start + n).toISOString(),
  }))
  const response = await fetch(`${url}/location/api/ingest/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': BENCH_KEY },
    body: JSON.stringify(items),
  })
  await response.arrayBuffer()
  return response.status
}

/** Formats the figures as text. */
export const linesOf = (rows) =>
  rows
    .map(({ kind, seconds, statuses }) => {
      const rounds = seconds.map((value, index) => `${value.toFixed(2)} s (${statuses[index]})`)
      return `${kind.padEnd(50)} ${rounds.join(', ')}`
    })
    .join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rounds = process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1]
  console.log(linesOf(await benchAlerts(rounds ? { rounds: Number(rounds) } : {})))
  process.exit(0)
}
