import { pruneAuditLog } from '@wardtrack/access'
import { createIngestion } from '@wardtrack/ingestion'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { clearAuditLog } from '../../testing/second-audit-log.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(() => clearAuditLog(api))
afterAll(() => api.close())

type Entry = { seq: number; actor: string; action: string; target?: unknown; details?: object; time: string }
const list = (query: string, headers = api.people.admin) => api.get(`/api/audit?${query}`, headers)
const entriesOf = async (query: string, headers = api.people.admin): Promise<Entry[]> =>
  (await list(query, headers)).body.data
const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-11-02T12:00:00.000Z')
const at = (hours: number) => new Date(NOON + hours * HOUR_MS)

/** Stores entries as the product would, one per hour from noon on. */
async function append(...entries: Partial<Parameters<typeof api.parts.access.audit.note>[0]>[]) {
  for (const [hour, entry] of entries.entries())
    api.parts.access.audit.note({
      action: 'GET /test',
      actor: 'nurse',
      address: '10.0.0.7',
      outcome: 'ok',
      status: 200,
      time: at(hour),
      requestId: `r-${hour}`,
      ...entry,
    })
  await api.parts.access.audit.flush()
}

/** Stores a patient. @returns the internal id */
async function addPatient(id: string): Promise<string> {
  await api.pushAssets([{ AssetType: 'Patient', AssetId: id, AssetName: id }])
  const doc = await api.parts.db.driver.assets.findOne({ AssetId: id })
  return doc?._id.toHexString() ?? ''
}

describe('the entries of the audit log', () => {
  test('are returned newest first, in pages, with their total', async () => {
    await append({}, {}, {})
    const first = await list('pagesize=2&to=2026-11-03T00:00:00Z')
    expect(first.body.count).toBe(3)
    expect(first.body.data.map(({ seq }: Entry) => seq)).toEqual([3, 2])
    expect(first.body.data[0]).toMatchObject({
      time: at(2).toISOString(),
      actor: 'nurse',
      action: 'GET /test',
      address: '10.0.0.7',
      outcome: 'ok',
      status: 200,
      requestId: 'r-2',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const second = await list('pagesize=2&page=2&to=2026-11-03T00:00:00Z')
    expect(second.body.data.map(({ seq }: Entry) => seq)).toEqual([1])
    expect((await list('page=9&to=2026-11-03T00:00:00Z')).body).toMatchObject({ data: [], count: 3 })
  })

  test.each([
    ['actor=nurse', [4, 2]],
    ['actor=Nurse', []],
    ['action=POST%20/user/verify', [3]],
    ['outcome=refused', [3]],
    ['from=2026-11-02T13:00:00Z&to=2026-11-02T15:00:00Z', [3, 2]],
    ['from=2026-11-02T14:00:00%2B01:00&to=2026-11-02T14:00:00Z', [2]],
    ['actor=nurse&outcome=refused', []],
    ['patients=read', [4]],
  ])('are filtered by %s', async (query, expected) => {
    await append(
      { actor: 'admin' },
      {},
      { actor: 'admin', action: 'POST /user/verify', outcome: 'refused', status: 401 },
      { details: { patients: 2, patientIds: ['a', 'b'] } },
    )
    // The audit entries of these requests are newer.
    const bound = query.includes('to=') ? '' : '&to=2026-11-03T00:00:00Z'
    expect((await entriesOf(query + bound)).map(({ seq }) => seq)).toEqual(expected)
  })

  test.each([
    ['pagesize=0', 'pagesize'],
    ['pagesize=501', 'pagesize'],
    ['page=x', 'page'],
    ['outcome=maybe', 'outcome'],
    ['patients=written', 'patients'],
    ['from=yesterday', 'from'],
    ['from=2026-11-03T00:00:00Z&to=2026-11-02T00:00:00Z', 'to'],
    ['actor[$ne]=x', 'actor'],
  ])('are refused for %s', async (query, path) => {
    const answer = await list(query)
    if (path === 'actor') expect([200, 400]).toContain(answer.status)
    else
      expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([400, 'validation', path])
  })

  test('require access to the administration, and reading them is recorded', async () => {
    const withoutPages = await api.people.signIn({ username: 'reads devices', pages: ['devices'] })
    for (const path of ['/api/audit', '/api/audit/export', '/api/audit/state', '/api/audit/verify']) {
      expect([path, (await api.get(path, withoutPages)).status]).toEqual([path, 403])
      expect([path, (await api.get(path, {})).status]).toEqual([path, 401])
    }
    expect((await api.post('/api/audit/acknowledgeAlarm', {}, withoutPages)).status).toBe(403)
    await list('actor=nurse')
    await api.parts.access.audit.flush()
    const noted = await api.parts.db.driver.audit.findOne({ action: 'GET /audit', outcome: 'ok' })
    expect(noted?.actor).toBe('admin')
  })

  test('reveal no patients to users without the flag', async () => {
    const patient = await addPatient('P-audited')
    await append(
      { target: { type: 'asset', id: patient }, details: { patients: 1, patientIds: [patient] } },
      { target: { type: 'asset', id: '0123456789abcdef01234567' } },
      { target: { type: 'privilege', id: 'p' }, details: { holders: 1 } },
    )
    const query = 'to=2026-11-03T00:00:00Z'
    const seen = await entriesOf(query, api.people.noPatients)
    expect(seen.map(({ target }) => target)).toEqual([
      { type: 'privilege', id: 'p' },
      { type: 'asset', id: '0123456789abcdef01234567' },
      undefined,
    ])
    expect(JSON.stringify(seen)).not.toContain(patient)
    expect(seen.every(({ details }) => details === undefined)).toBe(true)
    expect(await entriesOf(`patients=read&${query}`, api.people.noPatients)).toEqual([])
    const file = await api.get(`/api/audit/export?${query}`, api.people.noPatients)
    expect(file.text).not.toContain(patient)
    const [, , full] = await entriesOf(query)
    expect(full).toMatchObject({ target: { id: patient }, details: { patients: 1 } })
  })
})

describe('the audit log as a file', () => {
  test('holds all matching entries, newest first, and no text that a spreadsheet would execute', async () => {
    const many = Array.from({ length: 1_005 }, (_, n) => ({ time: at(n / 1_000), requestId: `n-${n}` }))
    await append(
      ...many,
      { actor: '=cmd|x', time: at(2), requestId: 'last' },
      { actor: 'admin', time: at(3) },
    )
    const answer = await api.get('/api/audit/export?to=2026-11-03T00:00:00Z&actor=nurse')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"')
    const lines = answer.text.split('\r\n')
    expect(lines).toHaveLength(1_005 + 2)
    expect(lines[0]).toMatch(/^Number,Time,Person,Action,/)
    expect(lines[1]).toContain('n-1004')
    expect(lines[1_005]).toContain('n-0')
    const formula = await api.get('/api/audit/export?to=2026-11-03T00:00:00Z&from=2026-11-02T14:00:00Z')
    expect(formula.text).toContain("'=cmd|x")
    expect((await api.get('/api/audit/export?outcome=maybe')).status).toBe(400)
  })
})

describe('the state of the audit log', () => {
  const state = async () => (await api.get('/api/audit/state')).body
  const published: string[] = []
  beforeAll(() => {
    vi.spyOn(api.parts.log, 'fatal').mockImplementation(() => {})
    api.parts.bus.subscribe('config.changed', ({ what }) => void published.push(what))
  })

  test('shows the result of the last verification', async () => {
    await append({}, {})
    const verified = await api.get('/api/audit/verify')
    expect(verified.body).toMatchObject({ ok: true, intact: true, first: 1, broken: null })
    const { verification, alarm, days } = await state()
    expect(verification).toMatchObject({ entries: verified.body.entries, broken: null })
    expect(Date.parse(verification.at)).toBeLessThanOrEqual(Date.now())
    expect(alarm).toBeNull()
    expect(days).toBe(2_192)
  })

  test('raises an alarm for a broken chain, until a user acknowledges it', async () => {
    await append({}, {}, {})
    await api.parts.db.driver.audit.updateOne({ _id: 2 }, { $set: { actor: 'somebody else' } })
    published.length = 0
    expect((await api.get('/api/audit/verify')).body).toMatchObject({ ok: false, brokenAt: 2 })
    expect(await state()).toMatchObject({
      verification: { broken: { number: 2, fault: 'changed' } },
      alarm: { number: 2, fault: 'changed' },
    })
    expect(published).toEqual(['audit'])
    const acknowledged = await api.post('/api/audit/acknowledgeAlarm')
    expect([acknowledged.status, acknowledged.body.message]).toEqual([200, 'Acknowledged.'])
    expect((await api.get('/api/audit/verify')).body.ok).toBe(false)
    expect((await state()).alarm).toBeNull()
    expect((await api.post('/api/audit/acknowledgeAlarm')).status).toBe(404)
  })
})

describe('the retention of entries', () => {
  const save = (days: unknown, headers = api.people.admin) =>
    api.post('/api/settings/create', { Type: 'Retention', SubType: 'Audit', Fields: { days } }, headers)

  test('is a visible setting', async () => {
    expect((await save('400')).body.data.Fields).toEqual({ days: 400 })
    expect((await api.get('/api/audit/state')).body.days).toBe(400)
  })

  test.each([[364], [36_501], [1.5], ['x'], [null], [{ $gt: 0 }]])('refuses %j', async (days) => {
    await save(500)
    const answer = await save(days)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'Fields.days'])
    expect((await api.get('/api/audit/state')).body.days).toBe(500)
  })

  test('requires access to the administration', async () => {
    expect((await save(500, api.people.nobody)).status).toBe(403)
  })

  test('decides which entries are deleted, in this process and in another one on the same store', async () => {
    await api.parts.db.driver.audit.deleteMany({})
    const day = 86_400_000
    const before = (days: number) => new Date(Date.now() - days * day)
    await append({ time: before(600) }, { time: before(450) }, { time: before(10) })
    const second = await openApiTest({ cacheMode: 'shared', storeOf: api })
    const prune = async ({ parts }: ApiTest): Promise<void> => {
      const ingestion = createIngestion(parts)
      await ingestion.pruner.prune()
      await ingestion.close()
    }
    const kept = async () =>
      (await api.parts.db.driver.audit.find({ action: 'GET /test' }).sort({ _id: 1 }).toArray()).map(
        ({ _id }) => _id,
      )
    await save(500)
    await prune(second)
    expect(await kept()).toEqual([2, 3])
    await save(400)
    await prune(api)
    expect(await kept()).toEqual([3])
    await second.close()
  })

  test('leaves a chain without gaps when a long request is older than its number suggests', async () => {
    const old = new Date(Date.now() - 500 * 86_400_000)
    await append({ time: old }, { time: new Date() }, { time: old }, { time: new Date() })
    await pruneAuditLog(api.parts.db, new Date(Date.now() - 400 * 86_400_000))
    const kept = await api.parts.db.driver.audit.find({ action: 'GET /test' }).sort({ _id: 1 }).toArray()
    expect(kept.map(({ _id }) => _id)).toEqual([2, 3, 4])
    expect((await api.get('/api/audit/verify')).body).toMatchObject({ ok: true, first: 2, broken: null })
  })
})
