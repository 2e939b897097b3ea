import type { FoundLocations } from '@wardtrack/contracts'
import { BUS_GAP } from '@wardtrack/service-kit'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(async () => {
  await hospital.parts.db.driver.geofences.deleteMany()
  await hospital.reset()
})
afterAll(() => hospital.close())

const send = (body: unknown, headers: Headers = hospital.people.admin) =>
  request(hospital.app)
    .post('/location/api/location.search')
    .set(headers)
    .send(body as object)
const search = async (text: string, headers?: Headers): Promise<FoundLocations> => {
  const answer = await send({ text }, headers)
  expect(answer.status).toBe(200)
  return answer.body as FoundLocations
}
const placesOf = ({ places }: FoundLocations) => places?.hits.map(({ hierarchyId }) => hierarchyId)
const fencesOf = ({ geofences }: FoundLocations) => geofences?.hits.map(({ Name }) => Name)
const alertsOf = ({ alerts }: FoundLocations) => alerts?.hits.map(({ id }) => id)

async function drawFences(...named: Parameters<typeof fenceDoc>[0][]): Promise<void> {
  await hospital.parts.db.driver.geofences.insertMany(named.map((members) => fenceDoc(members)))
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
}

describe('places', () => {
  test.each([
    ['tower', []],
    ['floor 1', ['floor-1', 'room-1']],
    ['FLOOR', ['floor-1', 'floor-2']],
    ['oom 1', ['room-1']],
    ['icu', ['unit-1']],
    ['room icu', ['room-1']],
    ['northfield > tower > floor 2', ['floor-2']],
    ['annex floor', []],
    ['.*', []],
  ])('%j finds places with a matching word in their own name', async (text, expected) => {
    const found = await search(text)
    expect(placesOf(found)).toEqual(expected)
    expect(found.places?.more).toBe(false)
  })

  test('are returned with their path and their map', async () => {
    expect((await search('room 1')).places?.hits).toEqual([
      {
        hierarchyId: 'room-1',
        fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'],
        mapId: 'm1',
      },
    ])
  })

  test('are found as soon as they are added, with at most five in the answer', async () => {
    const wards = Array.from({ length: 7 }, (_, n) => ({
      hierarchyId: `ward-${n}`,
      fullName: ['Northfield', 'Annex', `Ward ${n}`],
    }))
    expect(placesOf(await search('ward'))).toEqual([])
    await request(hospital.app)
      .post('/location/api/ingest/hierarchies')
      .set(hospital.people.key)
      .send(wards)
      .expect(200)
    const found = await search('ward')
    expect(placesOf(found)).toEqual(['ward-0', 'ward-1', 'ward-2', 'ward-3', 'ward-4'])
    expect(found.places?.more).toBe(true)
    expect(placesOf(await search('ward 6'))).toEqual(['ward-6'])
    await hospital.parts.db.driver.places.deleteMany({ hierarchyId: /^ward-/ })
    hospital.parts.bus.publish(BUS_GAP, {})
    expect(placesOf(await search('ward'))).toEqual([])
  })
})

describe('geofences', () => {
  test('are found by name, and by type or place together with a word of the name, best first', async () => {
    await drawFences({ Name: 'East drug store' }, { Name: 'Drug store', Type: 'Safe' }, { Name: 'Exit' })
    const found = await search('drug store')
    expect(fencesOf(found)).toEqual(['Drug store', 'East drug store'])
    expect(found.geofences).toEqual({
      more: false,
      hits: [
        {
          _id: expect.any(String),
          Name: 'Drug store',
          Type: 'Safe',
          Enabled: true,
          MapId: 'm1',
          fullName: ['Northfield', 'Tower', 'Floor 1'],
        },
        expect.objectContaining({ Name: 'East drug store', Type: 'Restricted' }),
      ],
    })
    expect(fencesOf(await search('safe store'))).toEqual(['Drug store'])
    expect(fencesOf(await search('exit tower'))).toEqual(['Exit'])
    expect(fencesOf(await search('tower'))).toEqual([])
  })

  test('for patients alone require the flag, and do not count towards `more` without it', async () => {
    await drawFences(
      ...Array.from({ length: 6 }, (_, n) => ({ Name: `Zone ${n}`, AssetTypes: ['Patient'] })),
      { Name: 'Zone for all', AssetTypes: ['Patient', 'Equipment'] },
    )
    const withFlag = await search('zone')
    expect([fencesOf(withFlag)?.length, withFlag.geofences?.more]).toEqual([5, true])
    const without = await search('zone', hospital.people.noPatients)
    expect([fencesOf(without), without.geofences?.more]).toEqual([['Zone for all'], false])
    expect(JSON.stringify(without)).not.toContain('Patient')
  })
})

describe('alerts', () => {
  test('that contain the text are returned newest first, up to five', async () => {
    const asset = await hospital.pump('P-100', { AssetName: 'Pump alpha' })
    const raised: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id } = await hospital.raise(asset)
      await hospital.parts.db.driver.geofenceAlerts.updateOne(
        { _id: id },
        { $set: { eventTime: new Date(n * 1_000) } },
      )
      raised.unshift(id)
    }
    await hospital.raise(await hospital.pump('Q-2'))
    const found = await search('p-100')
    expect([alertsOf(found), found.alerts?.more]).toEqual([raised.slice(0, 5), true])
    expect(found.alerts?.hits[0]).toEqual({
      id: raised[0],
      kind: 'Entry',
      status: 'open',
      createdAt: new Date(5_000).toISOString(),
      fenceName: 'Drug store',
      AssetType: 'Equipment',
      AssetId: 'P-100',
      AssetName: 'Pump alpha',
      fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' },
    })
    expect(alertsOf(await search('pump beta'))).toEqual([])
  })

  test('are searched for the literal text, even if it looks like criteria', async () => {
    await hospital.raise(await hospital.pump('P-1'))
    for (const text of ['[{"AssetId":"P-1"}]', '{}', '$where', '.*', '(((', 'a'.repeat(200)])
      expect([text, alertsOf(await search(text))]).toEqual([text, []])
  })

  test('about patients are hidden without the flag', async () => {
    const patient = await hospital.addAsset({
      AssetId: 'SECRET',
      AssetType: 'Patient',
      Fields: { AssetName: 'Doe' },
    })
    const secret = await hospital.raise(patient)
    const open = await hospital.raise(await hospital.pump('P-1'))
    expect(alertsOf(await search('drug'))).toEqual([open.id, secret.id])
    expect(alertsOf(await search('doe'))).toEqual([secret.id])
    const as = hospital.people.noPatients
    expect(alertsOf(await search('drug', as))).toEqual([open.id])
    for (const text of ['doe', 'secret', 'patient'])
      expect(JSON.stringify(await search(text, as))).toBe(
        '{"places":{"hits":[],"more":false},"geofences":{"hits":[],"more":false},"alerts":{"hits":[],"more":false}}',
      )
  })

  test('that name patients are audited, without the text', async () => {
    const patient = await hospital.addAsset({
      AssetId: 'SECRET',
      AssetType: 'Patient',
      Fields: { AssetName: 'Doe' },
    })
    await hospital.raise(patient)
    await search('doe')
    // Reads are audited in batches, a little later.
    const entry = await vi.waitFor(
      async () => {
        const action = 'POST /location.search'
        const found = await hospital.parts.db.driver.audit.findOne({
          action,
          'details.patientIds': patient._id.toHexString(),
        })
        if (!found) throw new Error('the search is not noted yet')
        return found
      },
      { timeout: 20_000 },
    )
    expect(entry.details).toMatchObject({ returned: 1, patients: 1 })
    expect(JSON.stringify(entry)).not.toMatch(/doe/i)
  })
})

describe('search access', () => {
  test.each([
    [['devices'], ['places']],
    [['hierarchy-list-two'], ['places']],
    [['geofencelist'], ['geofences']],
    [['view-map'], ['places', 'geofences']],
    [['geofence-alerts'], ['alerts']],
    [
      ['assetlist', 'geofencing', 'geofence-alert'],
      ['places', 'geofences', 'alerts'],
    ],
  ])('with the pages %j is limited to %j', async (pages, kinds) => {
    const headers = await hospital.people.signIn({ username: pages.join(' '), pages })
    expect(Object.keys(await search('tower', headers))).toEqual(kinds)
  })

  test('is refused without one of these pages and without a session', async () => {
    const importer = await hospital.people.signIn({ username: 'importer', pages: ['device-import'] })
    for (const [headers, status] of [
      [importer, 403],
      [hospital.people.nobody, 403],
      [hospital.people.key, 401],
      [{}, 401],
    ] as const)
      expect((await send({ text: 'tower' }, headers)).status).toBe(status)
  })
})

test.each([
  [{}],
  [[]],
  [{ text: 'a' }],
  [{ text: ' a ' }],
  [{ text: 7 }],
  [{ text: ['tower'] }],
  [{ text: { $ne: '' } }],
  [{ text: 'x'.repeat(201) }],
  [{ text: 'a\u0000b' }],
  [{ text: 'a\u202eb' }],
])('refuses %j', async (body) => {
  const { status, body: answer } = await send(body)
  expect([status, answer.code]).toEqual([400, 'validation'])
})
