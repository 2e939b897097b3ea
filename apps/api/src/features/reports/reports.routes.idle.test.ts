import type { AssetDoc } from '@wardtrack/database'
import { watchDatabase } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levelsOf, openReportTest, type ReportTest } from './testing/report-test.ts'

const DAY = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY - DAY / 2)
let api: ReportTest
const assetOf = (id: string): AssetDoc => api.assets.find(({ AssetId }) => AssetId === id) as AssetDoc
const setRest = (id: string, since: Date, time: Date, place = 'ward1') =>
  api.parts.db.driver.assets.updateOne(
    { _id: assetOf(id)._id },
    {
      $set: {
        CurrentLocation: {
          mapId: 'm1',
          hierarchyId: place,
          fullPath: levelsOf(place),
          xCenterPoint: null,
          yCenterPoint: null,
          time,
          since,
        },
      },
    },
  )

beforeAll(async () => {
  api = await openReportTest()
  await setRest('P-1', daysAgo(30), daysAgo(0))
  await setRest('P-2', daysAgo(30), daysAgo(5), 'lab')
  await setRest('P-3', daysAgo(1), daysAgo(0))
  await setRest('B-1', daysAgo(90), daysAgo(80))
  await setRest('PT-1', daysAgo(30), daysAgo(20))
})
afterAll(() => api.close())

const read = (page: string, body: unknown = {}, headers = api.people.admin) =>
  api.post(`/api/report.getFilterDataForReport/${page}`, body, headers)
const idsOf = ({ body }: { body: { assets: { AssetId: string }[] } }) =>
  body.assets.map(({ AssetId }) => AssetId)

describe.each([
  ['unmoved', 7, ['P-1', 'P-2'], 'Pump'],
  ['not-seen', 3, ['P-2'], 'Site>Annex>Ward 1'],
])('the report %s', (page, days, ids, group) => {
  test('describes itself, and lists assets at rest for the default number of days', async () => {
    const { status, body } = await api.get(`/api/report.getFilterDataForReport/${page}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      page,
      label: page,
      filterUrl: `report.getFilterDataForReport/${page}`,
      defaultItems: [{ AssetType: 'Equipment' }, { Days: days }],
      waitsForUser: false,
      maxAssets: ids.length,
      days,
      bounds: [days, 2 * days, 4 * days],
    })
    expect(idsOf({ body })).toEqual(ids)
    expect(body.groups[0].name).toBe(group)
    expect(body.columns.map(({ label }: { label: string }) => label)).toEqual([
      'AssetId',
      'AssetType',
      'AssetName',
      'Category',
      'SerialNo',
      'Location',
      'At this place since',
      'Last seen',
      'Days',
    ])
  })

  test('accepts days as a number, a text or a list of one', async () => {
    for (const Days of [60, '60', ['60']]) expect((await read(page, { Days })).body.maxAssets).toBe(0)
    for (const Days of [1, '1', ['1']]) expect((await read(page, { Days })).body.maxAssets).toBeGreaterThan(0)
    const inactive = await read(page, { Days: 60, AssetStatus: 'inactive' })
    expect(idsOf(inactive)).toEqual(['B-1'])
  })

  test('refuses invalid days and sort orders', async () => {
    for (const Days of [0, -1, 1.5, 367, 'many', '1e2', ['1', '2'], { $regex: '1' }, true]) {
      const refused = await read(page, { Days })
      expect([refused.status, refused.body.message, refused.body.errors[0].path]).toEqual([
        400,
        'Enter a whole number of days from 1 to 366.',
        'Days',
      ])
    }
    const refused = await read(page, { sort: [{ sortField: 'Nope', sortDirection: 1 }] })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'sort.0.sortField'])
    expect((await read('wifi-heat', { Days: 1 })).body.code).toBe('invalid_criteria')
  })

  test('sorts by its columns, and exports all rows', async () => {
    const sort = [{ sortField: 'AssetName', sortDirection: -1 }]
    expect(idsOf(await read(page, { sort }))).toEqual([...ids].reverse())
    const { status, text } = await api.post(`/api/report.exportCsv/${page}`, {
      pagination: { currentPage: 2, items: 1 },
    })
    expect(status).toBe(200)
    expect(text.split('\r\n')).toHaveLength(ids.length + 2)
    expect(text).toContain('Site>Annex>Ward 1')
  })

  test('requires a session and the page, and shows no patients without the flag', async () => {
    const path = `/api/report.getFilterDataForReport/${page}`
    expect((await api.post(path, {}, {})).status).toBe(401)
    const stranger = await api.people.signIn({ username: `not ${page}`, pages: ['report/rtls-alert'] })
    expect((await read(page, {}, stranger)).status).toBe(403)
    const reader = await api.people.signIn({ username: `opens ${page}`, pages: [`report/${page}`] })
    expect(idsOf(await read(page, {}, reader))).toEqual(ids)
    expect(idsOf(await read(page, { subject: 'Patient' }))).toEqual(['PT-1'])
    const without = await read(page, { subject: 'Patient' }, api.people.noPatients)
    expect(without.body).toMatchObject({ assets: [], maxAssets: 0, groups: [] })
  })
})

test('both reports read the index of arrival times, and their cost depends on the rows found', async () => {
  const watched = await watchDatabase(api.storeUri)
  try {
    const filter = {
      AssetType: 'Equipment',
      AssetStatus: 'active' as const,
      'CurrentLocation.since': { $lte: daysAgo(7) },
    }
    const works = await watched.workOf(() =>
      watched.db.driver.assets.find(filter).sort({ 'CurrentLocation.since': 1, AssetId: 1 }).toArray(),
    )
    expect(works.map(({ docsExamined }) => docsExamined)).toEqual([2])
  } finally {
    await watched.db.close()
  }
})
