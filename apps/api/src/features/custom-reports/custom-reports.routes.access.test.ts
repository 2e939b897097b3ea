import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { customReportCallsOf, LIST_REPORT } from '../../testing/custom-report-test.ts'
import { openStream } from '../../testing/live-reader.ts'

let api: ApiTest
let reports: ReturnType<typeof customReportCallsOf>
/** creates reports, without the flag */
let composer: Headers
/** also creates reports */
let colleague: Headers
/** opens reports, but creates none */
let reader: Headers
beforeAll(async () => {
  api = await openApiTest()
  reports = customReportCallsOf(api)
  composer = await api.people.signIn({ username: 'composer', pages: ['generate-report-form'] })
  colleague = await api.people.signIn({ username: 'colleague', pages: ['generate-report'] })
  reader = await api.people.signIn({ username: 'reader', pages: ['custom-report'] })
})
afterAll(() => api.close())
beforeEach(() => api.parts.db.models.customReports.deleteMany({}))

const idsOf = async (headers: Headers): Promise<string[]> =>
  (await reports.list(headers)).body.data.map(({ _id }: { _id: string }) => _id)
const made = async (more: object, headers?: Headers): Promise<string> => {
  const { status, body } = await reports.create({ ...LIST_REPORT, ...more }, headers)
  if (status !== 200) throw new Error(body.message)
  return body.data._id
}

describe('visibility of custom reports', () => {
  test('all users see public ones, users who create reports see those by tag, and owners see their own', async () => {
    const everyone = await made({ Name: 'b' }, composer)
    const tagged = await made({ Name: 'a', share: 'Tag', tag: 'Battery' }, composer)
    const owned = await made({ Name: 'B', share: 'None' }, composer)
    expect(await idsOf(composer)).toEqual([owned, tagged, everyone])
    expect(await idsOf(colleague)).toEqual([tagged, everyone])
    expect(await idsOf(reader)).toEqual([everyone])
    expect(await idsOf(api.people.nobody)).toEqual([everyone])
    expect((await reports.read(everyone, reader)).body).toMatchObject({ Name: 'b', mayEdit: false })
    for (const [id, headers] of [
      [tagged, reader],
      [owned, reader],
      [owned, colleague],
      [owned, api.people.admin],
    ] as const)
      expect((await reports.read(id, headers)).body.code).toBe('not_found')
  })

  test('requires a token and, for calls with pages, the page', async () => {
    const id = await made({})
    for (const refused of [
      await reports.list({}),
      await reports.read(id, {}),
      await reports.create(LIST_REPORT, {}),
      await reports.edit(id, LIST_REPORT, {}),
      await reports.remove(id, {}),
    ])
      expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    for (const refused of [
      await reports.read(id, api.people.nobody),
      await reports.create(LIST_REPORT, reader),
      await reports.edit(id, LIST_REPORT, reader),
      await reports.remove(id, reader),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(await api.parts.db.models.customReports.countDocuments({})).toBe(1)
  })
})

describe('changing and deleting a custom report', () => {
  test('is allowed for its owner and user administrators; others get 403 for a shared report, otherwise 404', async () => {
    const shared = await made({}, composer)
    const hidden = await made({ share: 'None' }, composer)
    for (const refused of [
      await reports.edit(shared, { ...LIST_REPORT, Name: 'Mine now' }, colleague),
      await reports.remove(shared, colleague),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    for (const headers of [colleague, api.people.admin])
      for (const refused of [
        await reports.edit(hidden, { ...LIST_REPORT, Name: 'Mine now' }, headers),
        await reports.remove(hidden, headers),
      ])
        expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const invalid = await reports.edit(hidden, { ...LIST_REPORT, Name: '' }, colleague)
    expect(invalid.status).toBe(400)
    const edited = await reports.edit(shared, { ...LIST_REPORT, Name: 'By the administrator' })
    expect(edited.body.data).toMatchObject({ Name: 'By the administrator', owner: 'composer' })
    expect((await reports.remove(hidden, composer)).status).toBe(200)
    expect((await reports.remove(shared)).status).toBe(200)
    expect(await idsOf(composer)).toEqual([])
  })
})

describe('a report about patients', () => {
  const ofPatients = { Subject: 'Patient', Fields: ['AssetName', 'Status'], Name: 'Patients of ward 3' }
  test('is hidden without the flag: in lists and counts, by id, and as a subject', async () => {
    const id = await made(ofPatients)
    expect((await reports.list()).body.count).toBe(1)
    expect((await reports.list(api.people.noPatients)).body).toEqual({ data: [], count: 0 })
    for (const refused of [
      await reports.read(id, api.people.noPatients),
      await reports.edit(id, LIST_REPORT, api.people.noPatients),
      await reports.remove(id, api.people.noPatients),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const unknown = await reports.create({ ...LIST_REPORT, ...ofPatients, Subject: 'Robot' }, composer)
    const refused = await reports.create({ ...LIST_REPORT, ...ofPatients }, composer)
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(refused.body.errors).toEqual([{ path: 'Subject', message: 'This asset type does not exist.' }])
  })

  test('is hidden even from its owner after the flag is removed', async () => {
    const flagged = await api.people.signIn({
      username: 'flagged',
      pages: ['generate-report'],
      patientDataAccess: true,
    })
    const id = await made({ ...ofPatients, share: 'None' }, flagged)
    expect(await idsOf(flagged)).toEqual([id])
    await api.parts.db.models.users.updateOne({ username: 'flagged' }, { $set: { patientDataAccess: false } })
    expect(await idsOf(flagged)).toEqual([])
    expect((await reports.read(id, flagged)).status).toBe(404)
  })
})

describe('the live stream', () => {
  const isChangeOf =
    (changed: string) =>
    ({ event, data }: { event: string; data: object }): boolean =>
      event === 'config.changed' && (data as { what: string }).what === changed
  const isReports = isChangeOf('reports')
  const isTags = isChangeOf('tags')
  test('announces shared reports to all users, and those about patients only to users with the flag', async () => {
    const streams = { admin: await openStream(api, api.people.admin), reader: await openStream(api, reader) }
    const receivedCount = (name: keyof typeof streams): number =>
      streams[name].events.filter(isReports).length
    // Events of the previous tests may still arrive, so counting starts after a later event.
    api.parts.bus.publish('config.changed', { what: 'files' })
    api.parts.bus.publish('config.changed', { what: 'filters', ofPatients: true })
    await Promise.all([
      streams.admin.until(isChangeOf('files')),
      streams.admin.until(isChangeOf('filters')),
      streams.reader.until(isChangeOf('files')),
    ])
    for (const { events } of Object.values(streams)) events.splice(0)
    await made({ share: 'None' })
    await made({ Subject: 'Patient', Fields: ['AssetName', 'Status'] })
    await streams.admin.until(isReports)
    const id = await made({})
    await streams.reader.until(isReports)
    await reports.edit(id, { ...LIST_REPORT, share: 'None' })
    await reports.edit(id, { ...LIST_REPORT, share: 'None', Name: 'Unseen' })
    await reports.remove(id)
    api.parts.bus.publish('config.changed', { what: 'tags' })
    await Promise.all([streams.admin.until(isTags), streams.reader.until(isTags)])
    expect([receivedCount('admin'), receivedCount('reader')]).toEqual([3, 2])
    streams.admin.close()
    streams.reader.close()
  })
})
