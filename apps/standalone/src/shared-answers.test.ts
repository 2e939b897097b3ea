import { TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Asked, openSharedAnswersTest, type SharedAnswersTest } from './testing/shared-answers-test.ts'

let shared: SharedAnswersTest
let first: TestApp
let second: TestApp
let direct: TestApp
beforeAll(async () => {
  shared = await openSharedAnswersTest()
  ;({ first, second, direct } = shared)
})
afterAll(() => shared.close())

const ask: SharedAnswersTest['ask'] = (app, question, as) => shared.ask(app, question, as)
const hits = () => first.parts.sharedReads.figures().hits + second.parts.sharedReads.figures().hits

const ASKED: readonly Asked[] = [
  ['getMetaDataMapping'],
  ['getFilterOption'],
  ['customTagList'],
  ['countAssets', { body: { by: 'BatteryLevel' } }],
  ['assetsFilter', { query: { page: 1, pagesize: 20 }, body: {} }],
  ['assetsList', { body: { page: 1, pagesize: 20 } }],
  ['getfilterMap', { body: {} }],
  ['mapsPointer', { body: { AssetType: 'Equipment', 'CurrentLocation.mapId': 'm1' } }],
  ['mapsPointerAllAssets', { body: { 'CurrentLocation.mapId': 'm1' } }],
  ['getLocationTitle'],
  ['getLocationOptionsByLevel', { body: { level: 'Level_1' } }],
  ['getLocationHierarchyById', { params: { id: 'n1' } }],
  ['getActivatedHierarchyProviders'],
  ['rtlsHierarchies'],
  ['providerHierarchies'],
  ['markedMonitors', { params: { mapId: 'm1' } }],
]
test.each(ASKED.map((question) => ({ name: question[0], asked: question })))(
  'shares $name between the processes and answers like the store, with and without the patient-data flag',
  async ({ asked: question }) => {
    const { admin, noPatients } = first.people
    for (const as of [admin, noPatients, admin, noPatients]) {
      const expected = await ask(direct, question, as)
      expect(expected.status).toBe(200)
      for (const app of [first, second]) expect(await ask(app, question, as)).toEqual(expected)
      if (as === noPatients) expect(JSON.stringify(expected)).not.toMatch(/Zebulon|PT-SECRET/)
    }
    await vi.waitFor(async () => {
      const before = hits()
      await ask(first, question)
      await ask(second, question)
      // Each request also reads its allowed routes. Three of four hits therefore include at least one answer.
      expect(hits() - before).toBeGreaterThanOrEqual(3)
    }, TEST_WAIT)
  },
)

const nameOfFirst = async (app: TestApp): Promise<number> => {
  const answer = await ask(app, ['assetsFilter', { query: { pagesize: 1 }, body: { AssetId: 'P-0' } }])
  const { assets } = answer.body as { assets: { Fields: { SerialNo?: string } }[] }
  return Number(assets[0]?.Fields.SerialNo ?? 0)
}

test('never shows a process data older than its writes, and the other process at most a second old', async () => {
  const written: { number: number; doneAt: number }[] = [{ number: 0, doneAt: 0 }]
  let ended = false
  const failures: string[] = []
  const follow = async (app: TestApp, ageMs: number): Promise<number> => {
    let reads = 0
    while (!ended) {
      const askedAt = Date.now()
      const least = written.findLast(({ doneAt }) => doneAt <= askedAt - ageMs)?.number ?? 0
      const found = await nameOfFirst(app)
      reads += 1
      if (found < least) failures.push(`${app === first ? 'writer' : 'reader'}: ${found} after ${least}`)
    }
    return reads
  }
  const readers = [follow(first, 0), follow(first, 0), follow(second, 1_000), follow(second, 1_000)]
  for (let number = 1; number <= 20; number += 1) {
    await shared.pushPump(first, 0, { SerialNo: String(number) })
    written.push({ number, doneAt: Date.now() })
    expect(await nameOfFirst(first)).toBe(number)
  }
  ended = true
  const reads = await Promise.all(readers)
  expect(failures).toEqual([])
  expect(Math.min(...reads)).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await nameOfFirst(second)).toBe(20), TEST_WAIT)
})

test('makes every shared answer equal to the store once writers stop, whatever they wrote', async () => {
  const readers = [first, second].flatMap((app) => ASKED.map((question) => ({ app, asked: question })))
  let ended = false
  const reading = readers.map(async ({ app, asked: question }) => {
    while (!ended) expect((await ask(app, question)).status).toBe(200)
  })
  for (let round = 0; round < 5; round += 1) {
    await shared.pushPump(second, round, { BatteryLevel: 'LEVEL_1', AssetName: `Renamed ${round}` })
    const place = { hierarchyId: `r${round}`, fullName: ['North', 'Level 1', `Room ${round}`], mapId: null }
    expect(await shared.post(first, '/location/api/ingest/hierarchies', place, first.people.key)).toBe(200)
    expect(await shared.post(second, '/api/customTag/create', { newCustomTag: `tag ${round}` })).toBe(200)
  }
  ended = true
  await Promise.all(reading)
  for (const question of ASKED)
    await vi.waitFor(async () => {
      const expected = await ask(direct, question)
      for (const app of [first, second]) expect(await ask(app, question)).toEqual(expected)
    }, TEST_WAIT)
})

test('audits who read which patients for shared answers too', async () => {
  const headers = { ...first.people.admin, pageroute: 'device-detail' }
  const query = { query: { pagesize: 20 }, body: { AssetType: 'Patient' } }
  for (const app of [first, second, first]) await ask(app, ['assetsFilter', query], headers)
  await vi.waitFor(async () => {
    for (const { parts } of [first, second]) await parts.access.audit.flush()
    const entries = await first.parts.db.driver.audit.find({ pageRoute: headers.pageroute }).toArray()
    expect(entries.map(({ details }) => [details?.['patients'], details?.['returned']])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  }, TEST_WAIT)
})

test('applies revoked rights to shared reads immediately', async () => {
  const headers = await first.people.signIn({ username: 'shared rights', pages: ['devices'] })
  const filter: Asked = ['assetsFilter', { query: { pagesize: 1 }, body: {} }]
  expect((await ask(first, filter, headers)).status).toBe(200)
  const removal = { privilegeName: 'May be shared rights', routes: ['devices'] }
  expect(await shared.post(first, '/api/privilege/removeRoutes', removal)).toBe(200)
  expect((await ask(first, filter, headers)).status).toBe(403)
  await vi.waitFor(async () => expect((await ask(second, filter, headers)).status).toBe(403), TEST_WAIT)
})

test('sends nothing to Redis without the setting', async () => {
  await shared.switchRedis(false)
  const before = [first.parts.sharedReads.figures(), second.parts.sharedReads.figures()]
  for (const question of ASKED) expect((await ask(first, question)).status).toBe(200)
  expect([first.parts.sharedReads.figures(), second.parts.sharedReads.figures()]).toEqual(before)
})
