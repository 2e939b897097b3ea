import { messages } from '@wardtrack/contracts'
import { createIngestion } from '@wardtrack/ingestion'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let h: TestHospital
beforeAll(async () => {
  h = await openHospital({ storageLimits: { deadLetters: 20, unresolved: 20, monitors: 2, places: 7 } })
})
afterAll(() => h.close())
beforeEach(() => h.reset())

/** Resolves when the pushed data is within the quotas. */
const quotasApplied = async () => {
  const ingestion = createIngestion(h.parts)
  await ingestion.quotasApplied()
  await ingestion.close()
}
const dropped = async (kind: string) =>
  Number(
    new RegExp(`wardtrack_ingest_dropped_total{kind="${kind}"} (\\d+)`).exec(
      await h.parts.metrics.registry.metrics(),
    )?.[1] ?? 0,
  )
const unknown = (n: number) => ({
  AssetType: 'Equipment',
  AssetId: `U-${String(n).padStart(3, '0')}`,
  mapId: 'm1',
  x: 1,
  y: 1,
  time: ago(60),
})

it("keeps a key's newest refused items up to the limit, without touching those of other keys", async () => {
  const otherKey = await h.people.makeKey({ scopes: ['locations'] })
  await h.push([{ AssetId: 'of another' }], otherKey).expect(200)
  for (let n = 0; n < 30; n += 1) await h.push([{ AssetId: `bad-${n}` }])
  await quotasApplied()
  const letters = await h.parts.db.driver.deadLetters.find().sort({ receivedAt: 1 }).toArray()
  const ids = letters.map(({ assetId }) => assetId)
  expect(ids.length).toBeLessThanOrEqual(21)
  expect(ids).toContain('of another')
  expect(ids).toContain('bad-29')
  expect(ids).not.toContain('bad-0')
  expect(await dropped('deadLetters')).toBe(31 - ids.length)
})

it("keeps a key's newest events of unknown assets up to the limit", async () => {
  for (let n = 0; n < 30; n += 1) await h.push(unknown(n)).expect(200, answer({ unresolved: 1 }))
  await quotasApplied()
  const kept = await h.parts.db.driver.unresolved.find().sort({ subjectKey: 1 }).toArray()
  expect(kept.length).toBeLessThanOrEqual(20)
  expect(kept.at(-1)?.subjectKey).toBe('asset:Equipment:U-029')
  expect(kept.map(({ subjectKey }) => subjectKey)).not.toContain('asset:Equipment:U-000')
  expect(await dropped('unresolved')).toBe(30 - kept.length)
})

it('refuses a new place beyond the limit, and accepts existing and other places', async () => {
  const place = (hierarchyId: string, name: string) => ({ hierarchyId, fullName: ['Northfield', name] })
  const places = [place('site', 'Renamed'), ...[1, 2, 3].map((n) => place(`new-${n}`, `New ${n}`))]
  const before = await h.parts.db.driver.places.countDocuments()
  const res = await request(h.app).post('/location/api/ingest/hierarchies').set(h.people.key).send(places)
  const refusal = { path: 'hierarchyId', code: 'validation', message: 'Place limit reached.' }
  const room = 7 - before
  expect(res.body).toMatchObject({ accepted: 1 + room, refused: 3 - room })
  expect(res.body.errors.at(-1)).toEqual({ index: 3, ...refusal })
  expect(await h.parts.db.driver.places.countDocuments()).toBe(7)
  expect(await h.parts.db.driver.places.findOne({ hierarchyId: 'site' })).toMatchObject({
    fullName: ['Northfield', 'Renamed'],
  })
})

it('refuses a new monitor beyond the limit, and moves existing monitors', async () => {
  const mark = (n: number, xCoordinate = 1) => ({
    hierarchyId: `cisco-${n}`,
    provider: 'cisco',
    mapId: 'm1',
    xCoordinate,
    yCoordinate: 1,
  })
  const save = (marks: object) =>
    request(h.app).post('/location/api/provider/saveHierarchies').set(h.people.admin).send(marks)
  expect((await save([mark(1), mark(2)])).status).toBe(200)
  const refused = await save([mark(1, 9), mark(3)])
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'conflict',
    messages.tooManyMonitors,
  ])
  expect(await h.parts.db.driver.monitors.countDocuments({ xCoordinate: 1 })).toBe(2)
  expect((await save([mark(1, 5)])).status).toBe(200)
})

it('deletes audit entries past their retention, but never the newest entry', async () => {
  const { audit } = h.parts.db.models
  await h.parts.access.audit.flush()
  const newest = await audit.findOne({}).sort({ _id: -1 })
  const before = await audit.countDocuments({})
  if (!newest) throw new Error('nothing was audited')
  const old = new Date(Date.now() - 6.1 * 365.25 * 86_400_000)
  await h.parts.db.driver.audit.updateMany({}, { $set: { time: old } })
  const entry = { ...newest, _id: newest._id + 1, time: new Date(Date.now() - 5.9 * 365.25 * 86_400_000) }
  await audit.create(entry)
  const ingestion = createIngestion(h.parts)
  expect(await ingestion.pruner.prune()).toBe(before)
  await h.parts.db.driver.audit.updateMany({}, { $set: { time: old } })
  expect(await ingestion.pruner.prune()).toBe(0)
  await ingestion.close()
  expect((await audit.find({})).map(({ _id }) => _id)).toEqual([newest._id + 1])
})
