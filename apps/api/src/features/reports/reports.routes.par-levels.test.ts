import type { MoveProposal } from '@wardtrack/contracts'
import { type AssetDoc, Types } from '@wardtrack/database'
import { assetDoc } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postForFile, readSheets } from '../../testing/read-files.ts'
import { levelsOf, openReportTest, type ReportTest } from './testing/report-test.ts'

const STOCK = '/api/report.getFilterDataForReport/par-levels'
const BALANCE = '/api/report.getFilterDataForReport/balancing'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

/** Places equipment somewhere, last seen now. */
async function placePieces(
  pieces: readonly { id: string; place: string; mapId: string; x: number; more?: Partial<AssetDoc> }[],
): Promise<void> {
  const time = new Date()
  await api.parts.db.driver.assets.deleteMany({ AssetType: 'Equipment' })
  await api.parts.db.driver.assets.insertMany(
    pieces.map(({ id, place, mapId, x, more = {} }) =>
      assetDoc({
        AssetType: 'Equipment',
        AssetId: id,
        ...more,
        Fields: { AssetName: `Pump ${id}`, PrimaryCategory: 'Pump', ...more.Fields },
        CurrentLocation: {
          mapId,
          hierarchyId: place,
          fullPath: levelsOf(place),
          xCenterPoint: x,
          yCenterPoint: 10,
          provider: 'test',
          time,
          since: time,
        },
      }),
    ),
  )
}

const setLevel = (hierarchyId: string, Minimum: number, Par: number, Category = 'Pump') =>
  api.parts.db.driver.parLevels.insertOne({
    _id: new Types.ObjectId().toHexString(),
    hierarchyId,
    Category,
    Minimum,
    Par,
    updatedAt: new Date(),
    updatedBy: 'test',
  })

const at = (place: string, x: number, ids: readonly string[], more: Partial<AssetDoc> = {}) =>
  ids.map((id, index) => ({ id, place, mapId: place === 'lab' ? 'm2' : 'm1', x: x + index, more }))
const moves = async (body: object = {}, headers = api.people.admin): Promise<MoveProposal[]> =>
  (await api.post(BALANCE, { pagination: { currentPage: 1, items: 50 }, ...body }, headers)).body.assets

beforeEach(async () => {
  await api.parts.db.driver.parLevels.deleteMany({})
  await placePieces([
    ...at('ward1', 10, ['W1']),
    ...at('ward2', 20, ['X1', 'X2', 'X3', 'X4', 'X5']),
    ...at('lab', 5, ['L1', 'L2']),
    ...at('lobby', 12, ['O1']),
  ])
  await setLevel('ward1', 3, 4)
  await setLevel('ward2', 2, 3)
})

describe('the report of PAR levels', () => {
  test('compares present and available stock with each level, neediest first', async () => {
    const { status, body } = await api.post(STOCK, {})
    expect([status, body.maxAssets]).toEqual([200, 2])
    const [first, second] = body.assets
    expect(first).toEqual({
      Category: 'Pump',
      Unit: 'Site>Tower>Ward 1',
      hierarchyId: 'ward1',
      Minimum: 3,
      Par: 4,
      There: 1,
      Available: 1,
      State: 'short',
      Missing: 3,
      ShortShare: 100,
    })
    expect([second.There, second.Available, second.State, second.Missing]).toEqual([5, 5, 'above', 0])
    expect([body.moments, body.points.length, body.series.length]).toEqual([24, 24, 2])
    expect(body.points[0]).toMatchObject({ short: 1, below: 0, met: 1 })
    expect(body.series[0].points[0]).toMatchObject({ there: 1, available: 1 })
  })

  test('counts equipment as available unless it is in use, offline, nearly empty, claimed, unclean or long unseen', async () => {
    const claim = { user: 'x', username: 'x', until: new Date(Date.now() + 60_000) }
    const pieces = at('ward1', 10, ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
    const more: Partial<AssetDoc>[] = [
      {},
      { Fields: { InfusionStatus: 'pump-status-infusing' } },
      { Fields: { DeviceStatus: 'comm-status-offline' } },
      { Fields: { BatteryLevel: { Level: 'LEVEL_1' } } },
      { Claim: claim },
      { AssetStatus: 'inactive' },
      {},
      { Missing: { user: 'x', username: 'x', at: new Date(Date.now() + 1_000) } as never },
    ]
    await placePieces(pieces.map((piece, index) => ({ ...piece, more: more[index] ?? {} })))
    await api.parts.db.driver.assets.updateOne(
      { AssetId: 'G' },
      { $set: { 'CurrentLocation.time': new Date(Date.now() - 3_600_000) } },
    )
    const ward1 = async () => (await api.post(STOCK, {})).body.assets[0]
    expect(await ward1()).toMatchObject({ hierarchyId: 'ward1', There: 7, Available: 1 })
    await api.parts.db.driver.geofences.insertOne({
      _id: new Types.ObjectId(),
      Name: 'Dirty',
      nameKey: 'dirty',
      Type: 'CLEANING',
      AssetTypes: ['Equipment'],
      MapId: 'm1',
      Coordinates: { x: 0, y: 0, x2: 11, y2: 30, w: 11, h: 30 },
      EntryTrigger: false,
      EntryTriggerWaitTime: 0,
      ExitTrigger: false,
      ExitTriggerWaitTime: 0,
      Enabled: true,
      activeFrom: new Date(),
      __v: 0,
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    api.parts.bus.publish('config.changed', { what: 'geofences' })
    const unclean = await ward1()
    await api.parts.db.driver.geofences.deleteMany({})
    api.parts.bus.publish('config.changed', { what: 'geofences' })
    expect(unclean).toMatchObject({ There: 7, Available: 0 })
  })

  test('counts stock in a unit with its own level for that unit only', async () => {
    await setLevel('lobby', 1, 2)
    const { body } = await api.post(STOCK, {})
    const byUnit = Object.fromEntries(
      body.assets.map(({ hierarchyId, There }: { hierarchyId: string; There: number }) => [
        hierarchyId,
        There,
      ]),
    )
    expect(byUnit).toEqual({ lobby: 1, ward1: 1, ward2: 5 })
  })

  test('filters by place and category, describes and sorts the report, and exports it', async () => {
    const filtered = await api.post(STOCK, { items: [{ 'CurrentLocation.fullPath.Level_3': 'Ward 2' }] })
    expect(filtered.body.assets.map(({ hierarchyId }: { hierarchyId: string }) => hierarchyId)).toEqual([
      'ward2',
    ])
    const ofBeds = await api.post(STOCK, { items: [{ 'Fields.PrimaryCategory': 'Bed' }] })
    expect(ofBeds.body).toMatchObject({ assets: [], maxAssets: 0 })
    expect((await api.get(STOCK)).body).toMatchObject({ page: 'par-levels', maxAssets: 2 })
    const sorted = await api.post(STOCK, { sort: [{ sortField: 'There', sortDirection: -1 }] })
    expect(sorted.body.assets[0].hierarchyId).toBe('ward2')
    const { text } = await api.post('/api/report.exportCsv/par-levels', {})
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Category,Unit,Safety level,PAR level,Present,Available,State,Missing,Short % of time',
      'Pump,Site>Tower>Ward 1,3,4,1,1,short,3,100',
    ])
  })

  test("exports a workbook with the page's labels for states, in the reader's language", async () => {
    const path = '/api/report.exportXlsx/par-levels?language=de'
    const [rows] = await readSheets((await postForFile(api, path, {})).bytes)
    const column = rows?.data[0]?.indexOf('Zustand') ?? -1
    expect(rows?.data.slice(1).map((cells) => cells[column])).toEqual([
      'Unter dem Sicherheitsbestand',
      'Über dem PAR-Bestand',
    ])
  })

  test.each<[object, string]>([
    [{ sort: [{ sortField: 'Nope', sortDirection: 1 }] }, 'sort.0.sortField'],
    [{ items: [{ nope: 1 }] }, 'items.0.nope'],
    [
      { items: [{ createdAt: { $gte: '2020-01-01T00:00:00Z', $lt: '2022-01-01T00:00:00Z' } }] },
      'items.0.createdAt',
    ],
    [{ items: [{ createdAt: 'yesterday' }] }, 'items.0.createdAt'],
  ])('refuses the request %j', async (body, path) => {
    const refused = await api.post(STOCK, body)
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
  })
})

describe('the list of transfers', () => {
  test('sends the nearest spare equipment to short units, and leaves senders what they need', async () => {
    const { body } = await api.post(BALANCE, { pagination: { currentPage: 1, items: 50 } })
    // Ward 1 needs two for its safety level and three for its PAR level. One comes from the lobby, and two from ward
    // 2, which has them above its level.
    expect(body.assets.map(({ AssetId, To, Reason }: MoveProposal) => [AssetId, To, Reason])).toEqual([
      ['O1', 'Site>Tower>Ward 1', 'safety'],
      ['X1', 'Site>Tower>Ward 1', 'safety'],
      ['X2', 'Site>Tower>Ward 1', 'par'],
    ])
    expect(body.assets[0]).toMatchObject({
      From: 'Site>Tower',
      Metres: expect.any(Number),
      Way: 'straight',
      mapId: 'm1',
    })
    expect(body.categories).toEqual([
      {
        Category: 'Pump',
        levels: 2,
        shortBefore: 1,
        shortAfter: 0,
        belowBefore: 1,
        belowAfter: 0,
        pieces: 3,
        metres: expect.any(Number),
      },
    ])
  })

  test('uses unreachable places only when nothing else is spare', async () => {
    await api.parts.db.driver.parLevels.deleteMany({})
    await setLevel('ward1', 4, 4)
    await setLevel('ward2', 5, 5)
    const found = await moves()
    expect(found.map(({ AssetId, Way, Metres }) => [AssetId, Way, Metres === null])).toEqual([
      ['L1', 'unknown', true],
      ['L2', 'unknown', true],
      ['O1', 'straight', false],
    ])
  })

  test('shows transfers to the filtered units, and exports them', async () => {
    expect(await moves({ items: [{ 'CurrentLocation.fullPath.Level_3': 'Ward 2' }] })).toEqual([])
    expect(await moves({ items: [{ 'CurrentLocation.fullPath.Level_3': 'Ward 1' }] })).toHaveLength(3)
    const { text } = await api.post('/api/report.exportCsv/balancing', {})
    expect(text.split('\r\n')[0]).toBe('AssetId,AssetName,Category,From,To,Metres,Route,Reason')
    expect(text.split('\r\n')).toHaveLength(5)
    const file = await postForFile(api, '/api/report.exportXlsx/balancing?language=es', {})
    const [rows] = await readSheets(file.bytes)
    expect(rows?.data.slice(1).map((cells) => cells.slice(-2))).toEqual([
      ['En línea recta', 'Nivel de seguridad'],
      ['En línea recta', 'Nivel de seguridad'],
      ['En línea recta', 'Nivel PAR'],
    ])
    const described = (await api.get(BALANCE)).body
    expect([described.page, described.maxAssets, described.categories.length]).toEqual(['balancing', 3, 1])
  })

  test('includes only equipment for all users, and requires the page', async () => {
    const ofPatients = { items: [{ AssetType: 'Patient' }] }
    await setLevel('ward1', 3, 3, 'Zebulon')
    for (const path of [STOCK, BALANCE]) {
      expect((await api.post(path, {}, {})).status).toBe(401)
      const page = path === STOCK ? 'report/balancing' : 'report/par-levels'
      const stranger = await api.people.signIn({ username: `of ${page}`, pages: [page] })
      expect((await api.post(path, {}, stranger)).status).toBe(403)
      const [flagged, without] = [
        await api.post(path, ofPatients),
        await api.post(path, ofPatients, api.people.noPatients),
      ]
      expect(without.body.assets).toEqual([])
      expect(flagged.body.assets).toEqual([])
    }
    const zebulons = (await api.post(STOCK, { items: [{ 'Fields.PrimaryCategory': 'Zebulon' }] })).body.assets
    expect(zebulons).toMatchObject([{ There: 0 }])
  })
})
