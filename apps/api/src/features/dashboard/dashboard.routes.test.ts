import { messages, type StoredTile } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { customReportCallsOf, LIST_REPORT } from '../../testing/custom-report-test.ts'

let api: ApiTest
/** holds the dashboard and the page of one report */
let nurse: Headers
beforeAll(async () => {
  api = await openApiTest()
  nurse = await api.people.signIn({ username: 'ward nurse', pages: ['dashboard', 'report/fence-status'] })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.driver.users.updateMany({}, { $unset: { preferences: 1 } })
  await api.parts.db.driver.settings.deleteMany({ Type: 'Dashboard' })
  await api.parts.db.models.customReports.deleteMany({})
})

const PATH = '/api/dashboard'
const DEFAULT = '/api/dashboard/default'
const read = async (headers?: Headers) => (await api.get(PATH, headers)).body.data
const namesOf = async (headers?: Headers): Promise<string[]> =>
  (await read(headers)).tiles.map(({ tile }: StoredTile) => tile)
const stored = async (username: string) =>
  (await api.parts.db.driver.users.findOne({ username }))?.preferences?.dashboard
const storedDefault = async () =>
  (await api.parts.db.driver.settings.findOne({ _id: 'dashboard/default' }))?.Fields
const storeTiles = (username: string, tiles: readonly StoredTile[]) =>
  api.parts.db.driver.users.updateOne({ username }, { $set: { 'preferences.dashboard': tiles } })
const counts = { tile: 'device-counts', size: 'large' } as const
const fences = { tile: 'fence-status', size: 'small' } as const

describe("a user's dashboard", () => {
  test("starts with the product's tiles that the user may open", async () => {
    expect(await read(nurse)).toEqual({
      tiles: [
        { tile: 'battery-levels', size: 'small' },
        { tile: 'device-counts', size: 'medium' },
        { tile: 'weak-batteries', size: 'large' },
        { tile: 'devices-by-floor', size: 'large' },
      ],
      source: 'product',
      available: [
        'device-counts',
        'battery-levels',
        'wifi-levels',
        'weak-batteries',
        'devices-by-floor',
        'devices-by-category',
        'fence-status',
      ],
      maySetDefault: false,
      isDefaultSet: false,
      defaultRevision: '0',
    })
    expect(await read()).toMatchObject({ source: 'product', maySetDefault: true })
    expect(await namesOf()).toEqual(expect.arrayContaining(['open-alerts', 'states-over-time']))
  })

  test('is stored with the account, separate from other preferences and users', async () => {
    await api.post('/api/user/preferences', { scheme: 'dark' }, nurse)
    const answer = await api.post(PATH, { tiles: [fences, counts] }, nurse)
    expect([answer.status, answer.body.message]).toEqual([200, messages.dashboardSaved])
    expect(answer.body.data).toMatchObject({ tiles: [fences, counts], source: 'own' })
    expect(await read(nurse)).toEqual(answer.body.data)
    expect(await stored('ward nurse')).toEqual([fences, counts])
    expect((await api.get('/api/user/profile', nurse)).body.data.preferences).toEqual({ scheme: 'dark' })
    expect((await read()).source).toBe('product')
    await api.post('/api/user/preferences', { scheme: 'light' }, nurse)
    expect(await stored('ward nurse')).toEqual([fences, counts])
  })

  test('can be empty, and becomes the default again on reset', async () => {
    await api.post(PATH, { tiles: [] }, nurse)
    expect(await read(nurse)).toMatchObject({ tiles: [], source: 'own' })
    const answer = await api.request('DELETE', PATH, nurse)
    expect([answer.status, answer.body.message]).toEqual([200, messages.dashboardReset])
    expect(answer.body.data.source).toBe('product')
    expect(await stored('ward nurse')).toBeUndefined()
  })

  test('hides tiles that are deleted or no longer allowed, but keeps them stored', async () => {
    const removedTile = { tile: 'phone-book', size: 'small' }
    const huge = { tile: 'find-nearest', size: 'huge' }
    const alerts = { tile: 'rtls-alerts', size: 'medium' }
    await storeTiles('ward nurse', [removedTile, counts, alerts, fences, huge])
    expect((await read(nurse)).tiles).toEqual([counts, fences])
    const answer = await api.post(PATH, { tiles: [fences, counts] }, nurse)
    expect(answer.body.data.tiles).toEqual([fences, counts])
    expect(await stored('ward nurse')).toEqual([removedTile, fences, huge, counts, alerts])
    const less = await api.post(PATH, { tiles: [fences] }, nurse)
    expect(less.body.data.tiles).toEqual([fences])
    expect(await stored('ward nurse')).toEqual([removedTile, fences, huge, alerts])
  })

  test('stores at most twice as many tiles as can be shown, including hidden ones', async () => {
    const hidden = Array.from({ length: 60 }, (_, n) => ({ tile: `gone-${n}`, size: 'small' }))
    await storeTiles('ward nurse', hidden)
    await api.post(PATH, { tiles: [fences] }, nurse)
    expect(await stored('ward nurse')).toHaveLength(48)
    expect((await read(nurse)).tiles).toEqual([fences])
  })

  test.each<[object, string, string]>([
    [{}, 'tiles', 'validation'],
    [{ tiles: 'all' }, 'tiles', 'validation'],
    [{ tiles: [{ tile: 'phone-book', size: 'small' }] }, 'tiles.0.tile', 'validation'],
    [{ tiles: [{ tile: 'constructor', size: 'small' }] }, 'tiles.0.tile', 'validation'],
    [{ tiles: [{ tile: { $ne: 1 }, size: 'small' }] }, 'tiles.0.tile', 'validation'],
    [{ tiles: [counts, { ...fences, size: 'huge' }] }, 'tiles.1.size', 'validation'],
    [{ tiles: [{ tile: 'device-counts' }] }, 'tiles.0.size', 'validation'],
    [{ tiles: [{ ...counts, size: 3 }] }, 'tiles.0.size', 'validation'],
    [{ tiles: [counts, fences, { ...counts, size: 'small' }] }, 'tiles.2.tile', 'validation'],
    [{ tiles: [{ ...counts, reportId: 'a'.repeat(24) }] }, 'tiles.0.reportId', 'validation'],
    [{ tiles: [{ tile: 'custom-report', size: 'small' }] }, 'tiles.0.reportId', 'validation'],
    [{ tiles: Array.from({ length: 25 }, () => counts) }, 'tiles', 'validation'],
    [{ tiles: [], userId: 'admin' }, '', 'validation'],
    [{ tiles: [{ ...counts, owner: 'admin' }] }, 'tiles.0', 'validation'],
    [{ tiles: [{ tile: 'rtls-alerts', size: 'small' }] }, 'tiles.0.tile', 'validation'],
  ])('refuses %j', async (body, path, code) => {
    const answer = await api.post(PATH, body, nurse)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.errors.map((fault: { path: string }) => fault.path)).toContain(path)
    expect(await stored('ward nurse')).toBeUndefined()
  })

  test('names the tile that is unknown, repeated, too large or one too many', async () => {
    const messageOf = async (tiles: unknown) => (await api.post(PATH, { tiles }, nurse)).body.message
    expect(await messageOf([{ tile: 'x', size: 'small' }])).toBe(messages.tileUnknown)
    expect(await messageOf([counts, counts])).toBe(messages.tileTwice)
    expect(await messageOf([{ ...counts, size: 'x' }])).toBe(messages.tileSize)
    const reports = Array.from({ length: 25 }, (_, n) => ({
      tile: 'custom-report',
      size: 'small',
      reportId: `r${n}`,
    }))
    expect(await messageOf(reports)).toBe(messages.tooManyTiles)
    expect(await messageOf([{ tile: 'rtls-alerts', size: 'small' }])).toBe(messages.tileNotAllowed)
  })

  test('requires a session and the page', async () => {
    const other = await api.people.signIn({ username: 'no dashboard', pages: ['report/fence-status'] })
    for (const [headers, status, code] of [
      [{}, 401, 'unauthenticated'],
      [other, 403, 'forbidden'],
    ] as const)
      for (const answer of [
        await api.get(PATH, headers),
        await api.post(PATH, { tiles: [fences] }, headers),
        await api.request('DELETE', PATH, headers),
        await api.post('/api/assets.count', { by: 'BatteryLevel' }, headers),
      ])
        expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await stored('no dashboard')).toBeUndefined()
  })
})

describe('the default dashboard', () => {
  test('is shown to users without a personal one', async () => {
    await api.post(PATH, { tiles: [counts] }, nurse)
    const answer = await api.post(DEFAULT, { tiles: [fences, { tile: 'rtls-alerts', size: 'large' }] })
    expect([answer.status, answer.body.message]).toEqual([200, messages.defaultDashboardSaved])
    expect(answer.body.data).toMatchObject({ source: 'default' })
    expect(await namesOf(nurse)).toEqual(['device-counts'])
    await api.request('DELETE', PATH, nurse)
    expect(await read(nurse)).toMatchObject({
      tiles: [fences],
      source: 'default',
      maySetDefault: false,
      isDefaultSet: true,
    })
    expect(await namesOf()).toEqual(['fence-status', 'rtls-alerts'])
  })

  test("is announced to the consoles, audited, and can be reset to the product's default", async () => {
    const changedParts: string[] = []
    const unsubscribe = api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
    await api.post(DEFAULT, { tiles: [fences] })
    const { defaultRevision } = await read()
    const answer = await api.request('DELETE', `${DEFAULT}?revision=${defaultRevision}`, api.people.admin)
    unsubscribe()
    expect([answer.status, answer.body.message]).toEqual([200, messages.defaultDashboardReset])
    expect(answer.body.data).toMatchObject({ source: 'product', isDefaultSet: false })
    expect(changedParts).toEqual(['dashboard', 'dashboard'])
    expect(await storedDefault()).toEqual({})
    const { body } = await api.get('/api/audit?pagesize=50')
    expect(body.data).toContainEqual(
      expect.objectContaining({
        action: 'DELETE /dashboard/default',
        actor: 'admin',
        target: expect.objectContaining({ id: 'dashboard/default' }),
      }),
    )
  })

  test('accepts the first of two changes of the same revision', async () => {
    const { defaultRevision } = await read()
    expect((await api.post(DEFAULT, { tiles: [fences], revision: defaultRevision })).status).toBe(200)
    const late = await api.post(DEFAULT, { tiles: [counts], revision: defaultRevision })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const lateReset = await api.request('DELETE', `${DEFAULT}?revision=${defaultRevision}`, api.people.admin)
    expect([lateReset.status, lateReset.body.code]).toEqual([409, 'conflict'])
    expect(await storedDefault()).toEqual({ tiles: [fences] })
  })

  test('can be set only by administrators, with the same checks as a dashboard', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [nurse, 403],
    ] as const) {
      expect((await api.post(DEFAULT, { tiles: [fences] }, headers)).status).toBe(status)
      expect((await api.request('DELETE', DEFAULT, headers)).status).toBe(status)
    }
    for (const body of [{ tiles: [counts, counts] }, { tiles: [{ ...counts, size: 'x' }] }, {}])
      expect((await api.post(DEFAULT, body)).status).toBe(400)
    expect(await storedDefault()).toBeUndefined()
  })
})

describe('a tile of a custom report', () => {
  const made = async (more: object, headers?: Headers): Promise<string> =>
    (await customReportCallsOf(api).create({ ...LIST_REPORT, ...more }, headers)).body.data._id
  const tileOf = (reportId: string) => ({ tile: 'custom-report', size: 'small', reportId })

  test('requires access to the report; hidden and unknown reports are refused alike', async () => {
    const reader = await api.people.signIn({ username: 'reader', pages: ['dashboard', 'custom-report'] })
    const [shared, hidden] = [await made({ Name: 'b' }), await made({ Name: 'a', share: 'None' })]
    const tiles = [tileOf(shared), tileOf(hidden)]
    expect((await api.post(DEFAULT, { tiles })).status).toBe(200)
    expect((await read(reader)).tiles).toEqual([tileOf(shared)])
    expect((await read()).tiles).toEqual(tiles)
    for (const id of [hidden, 'f'.repeat(24), '$where'])
      expect((await api.post(PATH, { tiles: [tileOf(id)] }, reader)).body).toMatchObject({
        code: 'validation',
        message: messages.tileReportUnknown,
        errors: [{ path: 'tiles.0.reportId' }],
      })
    expect((await api.post(PATH, { tiles: [tileOf(shared)] }, nurse)).body.message).toBe(
      messages.tileNotAllowed,
    )
    expect((await api.post(PATH, { tiles: [tileOf(shared)] }, reader)).status).toBe(200)
    await customReportCallsOf(api).remove(shared)
    expect((await read(reader)).tiles).toEqual([])
    expect((await api.post(PATH, { tiles: [tileOf(shared)] }, reader)).status).toBe(200)
    expect(await stored('reader')).toEqual([tileOf(shared)])
  })

  test('requires the flag when the report is about patients', async () => {
    const ofPatients = await made({ Subject: 'Patient', Fields: ['AssetName', 'Status'] })
    const tiles = [tileOf(ofPatients), fences]
    expect((await api.post(DEFAULT, { tiles })).body.data.tiles).toEqual(tiles)
    const { noPatients } = api.people
    expect(JSON.stringify(await read(noPatients))).not.toContain(ofPatients)
    const known = await api.post(PATH, { tiles: [tileOf(ofPatients)] }, noPatients)
    const unknown = await api.post(PATH, { tiles: [tileOf('f'.repeat(24))] }, noPatients)
    expect([known.status, known.body.message, known.body.errors]).toEqual([
      400,
      unknown.body.message,
      unknown.body.errors,
    ])
    const kept = await api.post(DEFAULT, { tiles: [fences] }, noPatients)
    expect(JSON.stringify(kept.body)).not.toContain(ofPatients)
    expect((await read()).tiles).toEqual(tiles)
  })
})
