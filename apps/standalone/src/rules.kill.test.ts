import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PAGES } from '@wardtrack/contracts'
import { type Database, openDatabase } from '@wardtrack/database'
import type { SpawnedMongo } from '@wardtrack/embedded-mongo'
import { noteFaultRuns, spawnTestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills; 10 in the full form. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const ASSETS = 16
/** Changes of each asset during one kill. */
const STEPS = 14
const RETRY_MS = 100
const POLLING = { timeout: 30_000, interval: 200 }
const SECRETS = {
  JWT_SECRET: 'a secret of forty characters for the tests',
  ENCRYPTION_KEY: 'an encryption key of forty characters for tests',
}
const WARDS = { ward1: 'Ward 1', ward4: 'Ward 4' } as const

// Two processes write to one store, and one of them is killed and restarted repeatedly. The test knows each asset's
// state after each accepted change, and computes the required rule firings from that state alone.
let home: string
let store: SpawnedMongo
let db: Database
let survivor: RunningProduct
let victim: RunningProduct
const start = (name: string): Promise<RunningProduct> =>
  startProduct(join(home, name), { MONGODB_URI: store.uri, ...SECRETS })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-rules-'))
  await mkdir(join(home, 'store'))
  store = await spawnTestStore(join(home, 'store'))
  db = await openDatabase(store.uri, { poolSize: 2 })
  survivor = await start('survivor')
  victim = await start('victim')
}, 60_000)
afterAll(async () => {
  await victim.kill()
  await survivor.stop()
  await db.close()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

/** Values of one asset that rules evaluate. */
type State = { battery: string; place: keyof typeof WARDS; serial: string; tagged: boolean }
type Rule = { name: string; condition: Record<string, string | string[]>; holds(state: State): boolean }

const RULES: readonly Rule[] = [
  {
    name: 'Empty',
    condition: { Fields_BatteryLevel_Level: 'LEVEL_1' },
    holds: ({ battery }) => battery === 'LEVEL_1',
  },
  {
    name: 'In Ward 4',
    condition: { CurrentLocation_level_2: 'Ward 4' },
    holds: ({ place }) => place === 'ward4',
  },
  {
    name: 'Empty in Ward 4',
    condition: { Fields_BatteryLevel_Level: 'LEVEL_1', CurrentLocation_level_2: 'Ward 4' },
    holds: ({ battery, place }) => battery === 'LEVEL_1' && place === 'ward4',
  },
  {
    name: 'Even number',
    condition: { Fields_SerialNo: ['S-0', 'S-2'] },
    holds: ({ serial }) => serial === 'S-0' || serial === 'S-2',
  },
  {
    name: 'Spare and empty',
    condition: { CustomTags: 'spare', Fields_BatteryLevel_Level: ['LEVEL_1', 'LEVEL_2'] },
    holds: ({ tagged, battery }) => tagged && battery !== 'LEVEL_4',
  },
]

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T

/** A change of one kind, and the request that makes it. */
type Change = { members: Partial<State>; send(product: RunningProduct): Promise<boolean> }

function changeOf(AssetId: string, state: State, time: number): Change {
  const asset = { AssetType: 'Equipment', AssetId }
  const at = new Date(time).toISOString()
  const push = async (product: RunningProduct, path: string, item: object): Promise<boolean> =>
    Number((await product.ingest(path, [item]))['refused']) === 0
  const kind = Math.floor(Math.random() * 4)
  if (kind === 0) {
    const battery = pick(['LEVEL_1', 'LEVEL_2', 'LEVEL_4'])
    const item = { deviceId: AssetId, BatteryLevel: battery, time: at }
    return { members: { battery }, send: (to) => push(to, '/status/api/ingest/device-status', item) }
  }
  if (kind === 1) {
    const place = pick(['ward1', 'ward4'] as const)
    const item = { ...asset, hierarchyId: place, time: at }
    return { members: { place }, send: (to) => push(to, '/location/api/ingest/locations', item) }
  }
  if (kind === 2) {
    const serial = pick(['S-0', 'S-1', 'S-2', 'S-3'])
    return {
      members: { serial },
      send: (to) => push(to, '/api/ingest/assets', { ...asset, SerialNo: serial }),
    }
  }
  const tagged = !state.tagged
  return {
    members: { tagged },
    send: async (to) => {
      const [path, body] = tagged
        ? ['/api/assets.addCustomTag', { ...asset, newCustomTag: 'spare' }]
        : ['/api/assets.removeCustomTag', { ...asset, customTag: 'spare' }]
      return (await to.call(path, body)).status === 200
    },
  }
}

/** Sends a change until a process accepts it, because a killed process may or may not have written it. */
async function insist(change: Change): Promise<void> {
  for (;;) {
    const product = Math.random() < 0.7 ? victim : survivor
    const accepted = await change.send(product).catch(() => false)
    if (accepted) return
    await sleep(RETRY_MS)
  }
}

/** Changes an asset step by step and counts the required firings of each rule. */
async function work(AssetId: string, state: State, expected: Map<string, number>): Promise<State> {
  let current = state
  for (let step = 0; step < STEPS; step += 1) {
    const change = changeOf(AssetId, current, Date.now())
    await insist(change)
    const after = { ...current, ...change.members }
    for (const { name, holds } of RULES)
      if (!holds(current) && holds(after)) expected.set(name, (expected.get(name) ?? 0) + 1)
    current = after
  }
  return current
}

/** Counts the notifications by rule and asset, after waiting for pending ones. */
async function countNotifications(): Promise<Map<string, Map<string, number>>> {
  await expect
    .poll(() => db.driver.assets.countDocuments({ 'Rules.raised.id': { $gte: '' } }), POLLING)
    .toBe(0)
  const counts = new Map<string, Map<string, number>>()
  const ids = new Set<string>()
  for (const { Name, entries } of await db.models.notifications.find({}))
    for (const { id, AssetId } of entries) {
      expect(ids.has(id)).toBe(false)
      ids.add(id)
      const ofAsset = counts.get(AssetId) ?? new Map<string, number>()
      counts.set(AssetId, ofAsset.set(Name, (ofAsset.get(Name) ?? 0) + 1))
    }
  return counts
}

async function setUp(names: readonly string[]): Promise<void> {
  const { call } = survivor
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  await call('/api/privilege/addPrivilege', privilege)
  await call('/api/customTag/create', { newCustomTag: 'spare' })
  const places = Object.entries(WARDS).map(([hierarchyId, ward]) => ({
    hierarchyId,
    fullName: ['Site', ward],
  }))
  await survivor.ingest('/location/api/ingest/hierarchies', places)
  const assets = names.map((AssetId) => ({ AssetType: 'Equipment', AssetId, SerialNo: 'S-1' }))
  await survivor.ingest('/api/ingest/assets', assets)
  for (const AssetId of names) {
    await survivor.ingest('/status/api/ingest/device-status', [
      { deviceId: AssetId, BatteryLevel: 'LEVEL_4' },
    ])
    await survivor.ingest('/location/api/ingest/locations', [
      { AssetType: 'Equipment', AssetId, hierarchyId: 'ward1' },
    ])
  }
  for (const { name, condition } of RULES)
    for (const status of [false, true])
      await call('/api/setRule', { Equipment: { ruleName: name, status, ruleCondition: condition } })
  // The other process sees new rules a moment later.
  await sleep(3_000)
}

test(`notifies of every crossing once, whoever writes, while one of two processes is killed ${ROUNDS} times`, async () => {
  const names = Array.from({ length: ASSETS }, (_, n) => `K-${n}`)
  await setUp(names)
  const expected = new Map(names.map((name) => [name, new Map<string, number>()]))
  let states = names.map((): State => ({ battery: 'LEVEL_4', place: 'ward1', serial: 'S-1', tagged: false }))
  for (let round = 0; round < ROUNDS; round += 1) {
    const working = Promise.all(
      names.map((name, index) => work(name, states[index] as State, expected.get(name) ?? new Map())),
    )
    await sleep(200 + Math.random() * 800)
    await victim.kill()
    victim = await start('victim')
    states = await working
  }
  const counts = await countNotifications()
  for (const name of names) {
    const ofAsset = Object.fromEntries(counts.get(name) ?? new Map<string, number>())
    expect([name, ofAsset]).toEqual([name, Object.fromEntries(expected.get(name) ?? [])])
  }
  const fired = [...expected.values()].flatMap((ofAsset) => [...ofAsset.values()])
  expect(fired.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(ASSETS * ROUNDS)
  noteFaultRuns({ kind: 'kill -9: rules, one of two processes', runs: ROUNDS })
}, 300_000)
