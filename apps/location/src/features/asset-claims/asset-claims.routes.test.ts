import type { AssetDoc } from '@wardtrack/database'
import { ago, type Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
let nora: Headers
let otto: Headers
let changes: string[] = []
beforeAll(async () => {
  hospital = await openHospital()
  nora = await hospital.people.signIn({ username: 'Nora', pages: ['devices'] })
  otto = await hospital.people.signIn({ username: 'Otto', pages: ['asset-detail'] })
  hospital.parts.bus.subscribe('asset.changed', (event) =>
    changes.push(...event.changes.map(({ AssetId, change }) => `${AssetId} ${change}`)),
  )
})
beforeEach(async () => {
  await hospital.reset()
  await hospital.parts.db.driver.missingReports.deleteMany()
  changes = []
})
afterAll(() => hospital.close())

const addPump = (AssetId: string, members: Partial<AssetDoc> = {}) =>
  hospital.addAsset({
    AssetId,
    Fields: { PrimaryCategory: 'Pump' },
    CurrentLocation: {
      mapId: 'm1',
      fullPath: { Level_1: 'Northfield' },
      xCenterPoint: 10,
      yCenterPoint: 10,
      time: new Date(Date.now() - 60_000),
    },
    ...members,
  })
const ask = (call: string, assetId: string, headers = nora) =>
  request(hospital.app).post(`/location/api/nearest.${call}`).set(headers).send({ assetId })
const list = async (headers = nora) =>
  (
    await request(hospital.app)
      .post('/location/api/nearest.assets')
      .set(headers)
      .send({ category: 'Pump', start: { mapId: 'm1', x: 10, y: 10 } })
      .expect(200)
  ).body
const listedIds = async (headers = nora) =>
  ((await list(headers)).assets as { AssetId: string }[]).map(({ AssetId }) => AssetId)

describe('a claim', () => {
  test('lasts 15 minutes, is visible to others immediately and removes the asset only from their lists', async () => {
    await addPump('P-1')
    const answer = await ask('claim', 'P-1')
    expect([answer.status, answer.body.message]).toEqual([200, 'Reserved for you for 15 minutes'])
    expect(answer.body.claim.by).toBe('Nora')
    const minutes = (Date.parse(answer.body.claim.until) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(changes).toEqual(['P-1 updated'])
    expect([await listedIds(otto), (await list(otto)).leftOut.claimed]).toEqual([[], 1])
    const ownClaims = await list()
    expect(ownClaims.assets[0]).toMatchObject({ AssetId: 'P-1', claim: answer.body.claim })
    expect(ownClaims.taking).toEqual([{ AssetType: 'Equipment', AssetId: 'P-1', claim: answer.body.claim }])
    expect((await list(otto)).taking).toEqual([])
  })

  test('belongs to one person: others are refused until it is released or expires', async () => {
    const pump = await addPump('P-1')
    await ask('claim', 'P-1').expect(200)
    const refused = await ask('claim', 'P-1', otto)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'conflict',
      'Somebody else has reserved this asset.',
    ])
    await ask('release', 'P-1', otto).expect(200)
    expect((await ask('claim', 'P-1', otto)).status).toBe(409)
    const released = await ask('release', 'P-1')
    expect([released.status, released.body.message]).toEqual([200, 'Released. Others can reserve it again.'])
    await ask('claim', 'P-1', otto).expect(200)
    await hospital.parts.db.driver.assets.updateOne(
      { _id: pump._id },
      { $set: { 'Claim.until': new Date(Date.now() - 1) } },
    )
    expect(await listedIds()).toEqual(['P-1'])
    await ask('claim', 'P-1').expect(200)
    expect((await hospital.asset('P-1'))?.Claim?.username).toBe('Nora')
  })

  test('is not extended by claiming again', async () => {
    await addPump('P-1')
    const first = await ask('claim', 'P-1')
    const second = await ask('claim', 'P-1')
    expect([second.status, second.body.claim]).toEqual([200, first.body.claim])
  })

  test('is granted to one person when many ask at the same time', async () => {
    await addPump('P-1')
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        hospital.people.signIn({ username: `Racer ${n}`, pages: ['devices'] }),
      ),
    )
    const answers = await Promise.all(people.map((headers) => ask('claim', 'P-1', headers)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const winner = answers.find(({ status }) => status === 200)
    expect((await hospital.asset('P-1'))?.Claim?.username).toBe(winner?.body.claim.by)
  })

  test('is limited to three per person, even when claims are concurrent', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `P-${n}`)
    for (const name of names) await addPump(name)
    const answers = await Promise.all(names.map((name) => ask('claim', name)))
    const held = await hospital.parts.db.driver.assets.countDocuments({ Claim: { $exists: true } })
    expect(held).toBeLessThanOrEqual(3)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(held)
    for (const name of names) await ask('claim', name)
    const refused = await ask('claim', names.find((_name, n) => answers[n]?.status === 409) ?? '')
    const now = await hospital.parts.db.driver.assets.countDocuments({ Claim: { $exists: true } })
    expect(now).toBe(3)
    if (refused.status === 409) expect(refused.body.message).toContain('limit')
  })

  test('is possible only for active equipment', async () => {
    await addPump('off', { AssetStatus: 'inactive' })
    await addPump('PT-1', { AssetType: 'Patient' })
    await addPump('C-1', { AssetType: 'Clinician' })
    expect((await ask('claim', 'off')).status).toBe(409)
    for (const call of ['claim', 'release', 'reportMissing', 'withdrawReport']) {
      const unknown = await ask(call, 'none', hospital.people.admin)
      for (const id of ['PT-1', 'C-1']) {
        const answer = await ask(call, id, hospital.people.admin)
        expect([answer.status, answer.body.message]).toEqual([404, unknown.body.message])
      }
    }
    expect(changes).toEqual([])
  })
})

describe('a report of a missing asset', () => {
  test('ranks the asset last until a newer position locates it', async () => {
    await addPump('P-1')
    await addPump('P-2', {
      CurrentLocation: { mapId: 'm1', fullPath: {}, xCenterPoint: 400, yCenterPoint: 10, time: new Date() },
    })
    expect(await listedIds(otto)).toEqual(['P-1', 'P-2'])
    const answer = await ask('reportMissing', 'P-1')
    expect([answer.status, answer.body.message, answer.body.missing.by]).toEqual([
      200,
      'Reported as missing.',
      'Nora',
    ])
    expect(changes).toEqual(['P-1 updated'])
    expect(await listedIds(otto)).toEqual(['P-2', 'P-1'])
    expect((await list(otto)).assets[1].missing).toEqual(answer.body.missing)
    const [report] = await hospital.parts.db.driver.missingReports.find().toArray()
    expect(report).toMatchObject({ AssetId: 'P-1', username: 'Nora', mapId: 'm1', x: 10, y: 10 })
    const position = { AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'room-1', x: 1, y: 1 }
    await hospital.push([{ ...position, time: ago(30) }]).expect(200)
    expect(await listedIds(otto)).toEqual(['P-2', 'P-1'])
    await hospital.push([{ ...position, time: new Date(Date.now() + 500).toISOString() }]).expect(200)
    expect(await listedIds(otto)).toEqual(['P-1', 'P-2'])
    expect((await ask('withdrawReport', 'P-1')).status).toBe(409)
  })

  test("ends the reporter's own claim, but not the claim of another person", async () => {
    await addPump('P-1')
    await addPump('P-2')
    await ask('claim', 'P-1').expect(200)
    await ask('claim', 'P-2').expect(200)
    await ask('reportMissing', 'P-1').expect(200)
    await ask('reportMissing', 'P-2', otto).expect(200)
    expect((await list()).taking.map(({ AssetId }: { AssetId: string }) => AssetId)).toEqual(['P-2'])
    await ask('claim', 'P-1', otto).expect(200)
  })

  test('can be withdrawn by its reporter', async () => {
    await addPump('P-1')
    await ask('reportMissing', 'P-1').expect(200)
    const raised = (await hospital.asset('P-1'))?.Rules?.raised ?? []
    expect(raised).toMatchObject([{ kind: 'missing-report', value: 'Nora' }])
    const refused = await ask('withdrawReport', 'P-1', otto)
    expect([refused.status, refused.body.message]).toEqual([409, 'You have no report to withdraw.'])
    await ask('withdrawReport', 'P-1').expect(200)
    expect((await list()).assets[0].missing).toBeUndefined()
    expect((await hospital.asset('P-1'))?.Rules?.raised).toEqual([])
    const [report] = await hospital.parts.db.driver.missingReports.find().toArray()
    expect(report?.withdrawnAt).toBeInstanceOf(Date)
  })

  test('is stored once per person while it is active, and requires an asset with a known place', async () => {
    await addPump('P-1')
    const first = await ask('reportMissing', 'P-1')
    expect((await ask('reportMissing', 'P-1')).body.missing).toEqual(first.body.missing)
    expect(await hospital.parts.db.driver.missingReports.countDocuments()).toBe(1)
    await hospital.addAsset({ AssetId: 'nowhere' })
    expect((await ask('reportMissing', 'nowhere')).status).toBe(409)
  })

  test('is limited to ten per person in 15 minutes', async () => {
    for (let n = 0; n < 11; n += 1) await addPump(`P-${n}`)
    for (let n = 0; n < 10; n += 1) await ask('reportMissing', `P-${n}`).expect(200)
    const refused = await ask('reportMissing', 'P-10')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect((await hospital.asset('P-10'))?.Missing).toBeUndefined()
    await ask('reportMissing', 'P-10', otto).expect(200)
  })
})

test.each([{}, { assetId: '' }, { assetId: { $ne: '' } }, { assetId: 'x'.repeat(129) }])(
  'refuses %j, which names no asset',
  async (body) => {
    for (const call of ['claim', 'release', 'reportMissing', 'withdrawReport']) {
      const answer = await request(hospital.app).post(`/location/api/nearest.${call}`).set(nora).send(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    }
  },
)

test('records claims and reports in the audit log', async () => {
  const pump = await addPump('P-1')
  await ask('claim', 'P-1').expect(200)
  await ask('reportMissing', 'P-1').expect(200)
  await hospital.parts.access.audit.flush()
  const entries = await hospital.parts.db.driver.audit.find({ 'target.id': pump._id.toHexString() }).toArray()
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'POST /nearest.claim',
    'POST /nearest.reportMissing',
  ])
})
