import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { customReportCallsOf, HEAT_REPORT, LIST_REPORT } from '../../testing/custom-report-test.ts'

let api: ApiTest
let reports: ReturnType<typeof customReportCallsOf>
beforeAll(async () => {
  api = await openApiTest()
  reports = customReportCallsOf(api)
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.models.customReports.deleteMany({}))

const stored = () => api.parts.db.models.customReports.find({})

describe('a custom report', () => {
  test('is stored with its owner, and returned at top level by its id', async () => {
    const { status, body } = await reports.create({ ...LIST_REPORT, tag: 'dropped', TargetField: 'Dropped' })
    expect(status).toBe(200)
    expect(body).toEqual({
      err: 0,
      message: 'Report saved.',
      data: {
        ...LIST_REPORT,
        _id: expect.any(String),
        Icons: 'icon-custom-report',
        owner: 'admin',
        mayEdit: true,
        createdAt: expect.any(String),
        revision: expect.any(String),
      },
    })
    const read = await reports.read(body.data._id)
    expect([read.status, read.body]).toEqual([200, body.data])
    expect((await reports.list()).body).toEqual({ data: [body.data], count: 1 })
  })

  test('accepts the member names of the form; a heat map without a share is private', async () => {
    const { Fields, share: _share, TargetField, ...named } = HEAT_REPORT
    const sent = {
      ...named,
      fields: [...Fields, 'CurrentLocation', ' AssetName '],
      heat: [TargetField],
      share: '',
    }
    const { status, body } = await reports.create({ ...sent, Icons: 'icon-alarm-report' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      Type: 'Heat Map',
      Fields: ['AssetName', 'BatteryLevel', 'CurrentLocation'],
      TargetField: 'BatteryLevel',
      share: 'None',
      Icons: 'icon-alarm-report',
    })
  })

  const refusals: [what: string, change: object, path: string, message: string][] = [
    ['without a name', { Name: undefined }, 'Name', 'Report Name is required'],
    ['with an empty name', { Name: '  ' }, 'Name', 'Report Name is required'],
    ['with a name of 101 characters', { Name: 'x'.repeat(101) }, 'Name', 'At most 100 characters.'],
    ['without a description', { Description: undefined }, 'Description', 'Report Description is required'],
    ['with a short description', { Description: 'ab' }, 'Description', 'Report Description is required'],
    ['without a subject', { Subject: '' }, 'Subject', 'Report Subject is required'],
    ['about an unknown type', { Subject: 'Robot' }, 'Subject', 'This asset type does not exist.'],
    ['about a built-in member', { Subject: 'constructor' }, 'Subject', 'This asset type does not exist.'],
    ['without a type', { Type: undefined }, 'Type', 'Report Type is required'],
    ['of an unknown type', { Type: 'Pie' }, 'Type', 'Report Type is required'],
    ['as a list without a share', { share: undefined }, 'share', 'Report Share Option is required'],
    ['with an unknown share', { share: 'Nobody' }, 'share', 'Report Share Option is required'],
    ['shared by no tag', { share: 'Tag' }, 'tag', 'A tag needs at least 3 characters.'],
    ['shared by a short tag', { share: 'Tag', tag: 'ab' }, 'tag', 'A tag needs at least 3 characters.'],
    ['without fields', { Fields: undefined }, 'Fields', 'Select atleast 2 fields'],
    ['with one field twice', { Fields: ['AssetName', 'AssetName'] }, 'Fields', 'Select atleast 2 fields'],
    [
      'with a field of another type',
      { Fields: ['AssetName', 'AssetName', 'Status'] },
      'Fields.2',
      'This field is not in the metadata mapping.',
    ],
    [
      'with a field that is no text',
      { Fields: ['AssetName', 7] },
      'Fields.1',
      'This field is not in the metadata mapping.',
    ],
    ['as a heat map of nothing', { Type: 'Heat Map' }, 'TargetField', 'Select 1 fields'],
    [
      'as a heat map of two fields',
      { Type: 'Heat Map', TargetField: ['BatteryLevel', 'WifiStrength'] },
      'TargetField',
      'Select 1 fields',
    ],
    [
      'as a heat map of a field without options',
      { Type: 'Heat Map', heat: 'AssetName' },
      'heat',
      'Select 1 fields',
    ],
    ['with a broken icon', { Icons: 'url(x)' }, 'Icons', 'An icon name is icon- and lower-case letters.'],
  ]
  test.each(refusals)('%s is refused, and nothing is stored', async (_what, change, path, message) => {
    const { status, body } = await reports.create({ ...LIST_REPORT, ...change })
    expect([status, body.code, body.message]).toEqual([400, 'validation', message])
    expect(body.errors).toEqual([{ path, message }])
    expect(await stored()).toEqual([])
  })

  test('reports all missing members in the order of the form', async () => {
    const { body } = await reports.create({})
    expect(body.message).toBe('Report Name is required')
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'Name',
      'Description',
      'Subject',
      'Type',
      'Fields',
    ])
    const list = await reports.create({ Type: 'List' })
    expect(list.body.errors.map(({ path }: { path: string }) => path)).toContain('share')
    const heat = await reports.create({ Type: 'Heat Map', fields: ['AssetName'] })
    expect(heat.body.errors.slice(-2)).toEqual([
      { path: 'fields', message: 'Select atleast 2 fields' },
      { path: 'TargetField', message: 'Select 1 fields' },
    ])
  })

  test('is replaced by PUT and by POST, including removed members', async () => {
    const { body } = await reports.create({ ...HEAT_REPORT, share: 'Tag', tag: 'Battery' })
    const id = body.data._id
    const changed = await reports.edit(id, { ...LIST_REPORT, Name: 'Renamed' })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      err: 0,
      message: 'Report saved.',
      data: { Name: 'Renamed', Type: 'List' },
    })
    const [report] = await stored()
    expect(report).toMatchObject({
      Name: 'Renamed',
      share: 'Everyone',
      createdAt: new Date(body.data.createdAt),
    })
    expect(Object.keys(report ?? {})).not.toEqual(expect.arrayContaining(['tag']))
    expect(report?.TargetField).toBeUndefined()
    const posted = await api.post(`/api/custom.editCustomReportById/${id}`, HEAT_REPORT)
    expect([posted.status, posted.body.data.TargetField]).toEqual([200, 'BatteryLevel'])
  })

  test('refuses changes of an old revision, and changes that a new report could not have', async () => {
    const { body } = await reports.create(LIST_REPORT)
    const { _id: id, revision } = body.data
    expect((await reports.edit(id, { ...LIST_REPORT, Name: 'First', revision })).status).toBe(200)
    const late = await reports.edit(id, { ...LIST_REPORT, Name: 'Late', revision })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const broken = await reports.edit(id, { ...LIST_REPORT, Fields: ['AssetName', 'Nope'] })
    expect([broken.status, broken.body.errors[0].path]).toEqual([400, 'Fields.1'])
    expect(await stored()).toMatchObject([{ Name: 'First' }])
  })

  test('is deleted once; a deleted or unknown id is not found', async () => {
    const { body } = await reports.create(LIST_REPORT)
    const id = body.data._id
    const { status, body: answer } = await reports.remove(id)
    expect([status, answer]).toEqual([200, { err: 0, message: 'Report deleted.' }])
    expect(await stored()).toEqual([])
    for (const unknown of [id, 'no-id', String(new Types.ObjectId())])
      for (const refused of [
        await reports.remove(unknown),
        await reports.read(unknown),
        await reports.edit(unknown, LIST_REPORT),
      ])
        expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  })

  test('is limited to 100 per user and 500 shared, with patients counted separately', async () => {
    const { body } = await reports.create(LIST_REPORT)
    const [first] = await stored()
    if (!first) throw new Error('the report is there')
    const copies = (count: number, more: object) =>
      Array.from({ length: count }, () => ({ ...first, ...more, _id: new Types.ObjectId() }))
    await api.parts.db.models.customReports.insertMany(copies(499, { ownerId: new Types.ObjectId() }))
    const full = await reports.create(LIST_REPORT)
    expect([full.status, full.body.message]).toEqual([409, 'The limit of shared reports is reached.'])
    expect((await reports.edit(body.data._id, { ...LIST_REPORT, Name: 'Still shared' })).status).toBe(200)
    const ofPatients = { ...LIST_REPORT, Subject: 'Patient', Fields: ['AssetName', 'Status'] }
    expect((await reports.create(ofPatients)).status).toBe(200)
    await api.parts.db.models.customReports.insertMany(copies(98, { share: 'None' }))
    const owned = await reports.create({ ...LIST_REPORT, share: 'None' })
    expect([owned.status, owned.body.message]).toEqual([
      409,
      'Your report limit is reached. Delete a report first.',
    ])
  })
})
