import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PAGES } from '@wardtrack/contracts'
import { type Database, openDatabase } from '@wardtrack/database'
import type { SpawnedMongo } from '@wardtrack/embedded-mongo'
import { noteFaultRuns, spawnTestStore, startMailServer, type TestMailServer } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills: ten by `WARDTRACK_KILL_ROUNDS`, fewer in a usual run. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const LIMIT = 60_000 + ROUNDS * 30_000
const RULES_OF_A_ROUND = 4
/** Maximum number of separate mails per rule and minute; further assets would be grouped in one mail. */
const ASSETS = 4
const PEOPLE = ['anna', 'bert']
const RETRY_MS = 50
const WAIT = { timeout: 60_000, interval: 100 }
const SECRETS = {
  JWT_SECRET: 'a secret of forty characters for the tests',
  ENCRYPTION_KEY: 'an encryption key of forty characters for tests',
  WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1',
}

// The process is killed and its store continues, so that the mails planned at that moment can be counted.
let home: string
let store: SpawnedMongo
let db: Database
let mailServer: TestMailServer
let product: RunningProduct
const start = (): Promise<RunningProduct> =>
  startProduct(join(home, 'product'), { MONGODB_URI: store.uri, ...SECRETS })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-rule-mail-'))
  await mkdir(join(home, 'store'))
  store = await spawnTestStore(join(home, 'store'))
  db = await openDatabase(store.uri, { poolSize: 2 })
  mailServer = await startMailServer()
  product = await start()
}, LIMIT)
afterAll(async () => {
  await product.kill()
  await mailServer.close()
  await db.close()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

const numbered = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const ASSET_IDS = numbered(ASSETS).map((n) => `M-${n}`)
const rulesOf = (round: number): string[] => numbered(RULES_OF_A_ROUND).map((n) => `Rule ${round}-${n}`)
const serialOf = (rule: string): string => rule.replace('Rule ', 'S-')

async function accepted(path: string, body: object): Promise<void> {
  const answer = await product.call(path, body)
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body])
}

async function setUp(): Promise<void> {
  await accepted('/api/privilege/addPrivilege', {
    privilegeName: 'May see everything',
    description: 'every page',
    routes: PAGES,
  })
  await accepted('/api/settings/create', {
    Type: 'Mail',
    SubType: 'Mail',
    Fields: {
      Host: '127.0.0.1',
      Port: mailServer.port,
      Security: 'none',
      From: 'wardtrack@hospital.example',
      ConsoleAddress: 'https://wardtrack.hospital.example/',
    },
  })
  for (const username of PEOPLE) {
    const email = `${username}@hospital.example`
    await accepted('/api/users', { username, password: 'correct horse battery', email })
  }
  for (const Name of numbered(ROUNDS).flatMap(rulesOf))
    await accepted('/api/filters/notificationRule/create', {
      Name,
      NotificationAssetType: 'Equipment',
      NotificationField: 'SerialNo',
      RaiseValue: `Equals ${serialOf(Name)}`,
      Priority: 'High',
      Mail: true,
      Audience: { privileges: [], users: PEOPLE },
    })
}

/** Sends a serial number until a process acknowledges it, because a killed process may or may not have stored it. */
async function insist(AssetId: string, SerialNo: string): Promise<void> {
  for (;;) {
    const item = { AssetType: 'Equipment', AssetId, SerialNo }
    const answer = await product.ingest('/api/ingest/assets', [item]).catch(() => undefined)
    if (answer?.['accepted'] === 1) return
    await pause(RETRY_MS)
  }
}

/** Makes each asset meet each rule of the round once. */
const work = (round: number): Promise<unknown> =>
  Promise.all(
    ASSET_IDS.map(async (id) => {
      for (const rule of rulesOf(round)) await insist(id, serialOf(rule))
    }),
  )

/** Returns the subject, recipient and id of a mail. */
function readMail({ to, text }: TestMailServer['mails'][number]): { about: string; id: string } {
  const rule = /^Subject: \[Wardtrack\] (Rule \d+-\d+): /m.exec(text)?.[1]
  const asset = ASSET_IDS.find((id) => text.includes(`id=3D${id}`) || text.includes(`id=${id}`))
  const id = /^Message-ID: (.+)$/im.exec(text)?.[1] ?? ''
  return { about: `${rule} ${asset} ${to}`, id }
}

/** Ends claims early: otherwise the next process would wait two minutes for the claims of a killed one. */
const endClaims = () => db.driver.deliveries.updateMany({ pending: true }, { $set: { nextAt: new Date(0) } })

test(
  `plans each mail once and repeats it only under the same id when the product is killed ${ROUNDS} times`,
  async () => {
    await setUp()
    for (const round of numbered(ROUNDS)) {
      const working = work(round)
      await pause(Math.random() * 800)
      await product.kill()
      await endClaims()
      product = await start()
      await working
    }
    const firings = numbered(ROUNDS)
      .flatMap(rulesOf)
      .flatMap((rule) => ASSET_IDS.map((id) => `${rule} ${id}`))
    const expected = firings.flatMap((firing) => PEOPLE.map((name) => `${firing} ${name}@hospital.example`))
    await vi.waitFor(() => {
      expect(new Set(mailServer.mails.map((mail) => readMail(mail).about)).size).toBe(expected.length)
    }, WAIT)
    await vi.waitFor(
      async () => expect(await db.driver.deliveries.countDocuments({ pending: true })).toBe(0),
      WAIT,
    )
    const idsOf = new Map<string, Set<string>>()
    for (const { about, id } of mailServer.mails.map(readMail))
      idsOf.set(about, (idsOf.get(about) ?? new Set()).add(id))
    expect([...idsOf.keys()].toSorted()).toEqual(expected.toSorted())
    expect([...idsOf.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(expected.length)
    const planned = await db.models.ruleMessages.find({})
    expect(planned.map(({ state }) => state)).toEqual(firings.map(() => 'done'))
    const notificationIds = planned.flatMap(({ notifications }) => notifications)
    expect(new Set(notificationIds).size).toBe(firings.length)
    expect(notificationIds).toHaveLength(firings.length)
    noteFaultRuns({ kind: 'kill -9: mails of rules', runs: ROUNDS })
  },
  LIMIT,
)
