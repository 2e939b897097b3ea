import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnTestStore } from '@wardtrack/test-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  batchesOf,
  type EventPlan,
  giveHomes,
  openReportAsker,
  PLANNED_ROOMS,
  type PlannedEvent,
  plainAnswers,
  planEvents,
  type ReportAsker,
} from './testing/report-answers.ts'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

const IS_LONG_RUN = process.env['WARDTRACK_ORACLE'] === 'long'
const SIZE = IS_LONG_RUN ? { assets: 100, events: 20_000 } : { assets: 15, events: 900 }
const KILLS = IS_LONG_RUN ? 4 : 1
const SENDERS = 4
const MINUTE_MS = 60_000
const LIMIT = IS_LONG_RUN ? 1_800_000 : 600_000
/** Time limit for late events to appear in every report; polling ends as soon as they do. */
const SETTLING = { timeout: LIMIT / 3, interval: 2_000 }
const SECRETS = {
  JWT_SECRET: 'a secret of forty characters for the tests',
  ENCRYPTION_KEY: 'an encryption key of forty characters for tests',
}

/** Products on one store. */
type House = {
  products: RunningProduct[]
  restart(index: number): Promise<void>
  close(): Promise<void>
}

let home: string
let houses: House[]
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-oracle-'))
  houses = []
})
afterEach(async () => {
  for (const { close } of houses) await close()
  await rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

/** Opens the products: one process has its embedded store, several share one. */
async function openHouse(name: string, processes: number, { assets }: EventPlan): Promise<House> {
  const dir = join(home, name)
  const filesOf = (index: number): string => join(dir, `files-${index}`)
  const shared = processes > 1 ? await openSharedStore(dir) : undefined
  const open = (index: number) =>
    startProduct(filesOf(index), shared ? { MONGODB_URI: shared.uri, ...SECRETS } : {})
  const products: RunningProduct[] = []
  for (let index = 0; index < processes; index += 1) products.push(await open(index))
  const house: House = {
    products,
    restart: async (index) => {
      await products[index]?.kill()
      products[index] = await open(index)
    },
    close: async () => {
      for (const product of products) await product.kill()
      await shared?.close()
    },
  }
  houses.push(house)
  const [first] = products
  if (!first) throw new Error('there is no process')
  await first.supervisor()
  const places = PLANNED_ROOMS.map((hierarchyId) => ({ hierarchyId, fullName: ['Site', hierarchyId] }))
  await first.ingest('/location/api/ingest/hierarchies', places)
  const registered = assets.map((AssetId) => ({ AssetType: 'Equipment', AssetId, PrimaryCategory: 'Pump' }))
  await first.ingest('/api/ingest/assets', registered)
  await giveHomes(shared ? { MONGODB_URI: shared.uri } : {}, filesOf(0))
  return house
}

async function openSharedStore(dir: string) {
  await mkdir(join(dir, 'store'), { recursive: true })
  return spawnTestStore(join(dir, 'store'))
}

/** Sends batches, each until it is accepted. @param onBatch receives the number of sent batches */
async function send(
  house: House,
  batches: readonly PlannedEvent[][],
  senders: number,
  onBatch: (sent: number) => void = () => undefined,
): Promise<void> {
  let next = 0
  let sent = 0
  const run = async (sender: number): Promise<void> => {
    for (let batch = batches[next++]; batch; batch = batches[next++]) {
      const items = batch.map(({ item }) => item)
      for (let attempt = sender; ; attempt += 1) {
        const product = house.products[attempt % house.products.length]
        const answer = await product?.ingest(batch[0]?.path ?? '', items).catch(() => undefined)
        if (answer && Number(answer['accepted']) + Number(answer['duplicates']) === items.length) break
        if (answer?.['refused']) throw new Error(JSON.stringify(answer))
        await sleep(100)
      }
      sent += 1
      onBatch(sent)
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, sender) => run(sender)))
}

const settled = (asker: ReportAsker) =>
  expect.poll(async () => (await asker.waiting()).waiting, SETTLING).toBe(0)

test.each([
  ['one process', 1],
  ['two processes', 2],
] as const)(
  'reports late, repeated and shuffled events like events in order while killing %s',
  async (_name, processes) => {
    const until = Date.now() - MINUTE_MS
    const period = { from: until - 40 * MINUTE_MS, until }
    const seed = Math.floor(Math.random() * 2 ** 32)
    const plan = planEvents({ seed, ...SIZE, ...period, lateShare: 0.1, repeatedShare: 0.05 })
    const house = await openHouse('late', processes, plan)
    const killAt = new Set(
      Array.from({ length: KILLS }, (_, kill) =>
        Math.floor(((kill + 1) * plan.batches.length) / (KILLS + 1)),
      ),
    )
    const restarts: Promise<void>[] = []
    await send(house, plan.batches, SENDERS, (sent) => {
      if (killAt.has(sent)) restarts.push(house.restart(restarts.length % processes))
    })
    await Promise.all(restarts)
    const asker = await openReportAsker(house.products[0]?.url ?? '', period)
    await settled(asker)
    expect(await asker.plain(), `seed ${seed}`).toEqual(plainAnswers(plan.inOrder))

    const ordered = await openHouse('ordered', 1, plan)
    await send(ordered, batchesOf(plan.inOrder), 1)
    const reference = await openReportAsker(ordered.products[0]?.url ?? '', period)
    await settled(reference)
    await expect
      .poll(async () => [await asker.reports(), await reference.reports()], SETTLING)
      .toSatisfy(([late, inOrder]) => JSON.stringify(late) === JSON.stringify(inOrder))
    expect(await asker.reports(), `seed ${seed}`).toEqual(await reference.reports())
  },
  LIMIT,
)
