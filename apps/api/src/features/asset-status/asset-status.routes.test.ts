import { messages } from '@wardtrack/contracts'
import { type BusTopics, trusted } from '@wardtrack/database'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const PUMPS = 1_203
let api: ApiTest

beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    ...Array.from({ length: PUMPS }, (_, n) => ({
      AssetType: 'Equipment',
      AssetId: `P-${n}`,
      AssetName: `Pump ${n}`,
      PrimaryCategory: n < 3 ? 'Bed' : 'Pump',
    })),
    { AssetType: 'Equipment', AssetId: 'odd:id', AssetName: 'Odd' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Patient', AssetId: 'X-1', AssetName: 'Zebulon' },
  ])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.models.assets.updateMany({}, { $set: { AssetStatus: 'active' } })
})

const toggle = (body: object, headers?: Headers) => api.post('/api/assets.toggleAssetStatus', body, headers)
const change = (body: object, headers?: Headers) => api.post('/api/assets.changeBulkStatus', body, headers)
const undo = (body: object, headers?: Headers) => api.post('/api/assets.undoBulkStatus', body, headers)
const inactive = async (): Promise<string[]> => {
  const found = await api.parts.db.models.assets.find({ AssetStatus: 'inactive' })
  return found.map(({ AssetType, AssetId }) => `${AssetType}:${AssetId}`).sort()
}
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('the status of one asset', () => {
  test.each([
    ['inactive', [false, 0, '0', 'inactive', 'false']],
    ['active', [true, 1, '1', 'active', 'true']],
  ])('becomes %s by any of the flags %j', async (AssetStatus, flags) => {
    for (const flag of flags) {
      const former = AssetStatus === 'active' ? 'inactive' : 'active'
      await toggle({ key: 'Equipment:P-1', flag: former })
      const answer = await toggle({ key: 'Equipment:P-1', flag })
      expect(answer.body).toEqual({
        err: 0,
        message: messages.statusChanged,
        status: 1,
        key: 'Equipment:P-1',
        AssetStatus,
      })
      expect(await inactive()).toEqual(AssetStatus === 'inactive' ? ['Equipment:P-1'] : [])
    }
  })

  test('is set for the id after the first colon, and published on the bus', async () => {
    const published: BusTopics['asset.changed'][] = []
    const unsubscribe = api.parts.bus.subscribe('asset.changed', (payload) => published.push(payload))
    expect((await toggle({ key: 'Equipment:odd:id', flag: 0 })).body.key).toBe('Equipment:odd:id')
    expect(await inactive()).toEqual(['Equipment:odd:id'])
    await vi.waitFor(
      () =>
        expect(published).toEqual([
          { changes: [{ AssetType: 'Equipment', AssetId: 'odd:id', change: 'status' }], tagKeys: [] },
        ]),
      TEST_WAIT,
    )
    unsubscribe()
  })

  test.each([
    [{ key: 'Equipment', flag: 1 }],
    [{ key: ':P-1', flag: 1 }],
    [{ key: 'Equipment:', flag: 1 }],
    [{ key: { $ne: '' }, flag: 1 }],
    [{ key: 'Equipment:P-1' }],
    [{ key: 'Equipment:P-1', flag: 'off' }],
    [{ key: 'Equipment:P-1', flag: 2 }],
    [{ key: 'Equipment:P-1', flag: { $set: 1 } }],
    [{ flag: 1 }],
  ])('is refused for %j', async (body) => {
    expect(outcome(await toggle(body))).toEqual([400, 'validation'])
    expect(await inactive()).toEqual([])
  })

  test('is 404 for an unknown id, and for a patient without the flag', async () => {
    expect(outcome(await toggle({ key: 'Equipment:NONE', flag: 0 }))).toEqual([404, 'not_found'])
    const hidden = await toggle({ key: 'Patient:X-1', flag: 0 }, api.people.noPatients)
    expect(outcome(hidden)).toEqual([404, 'not_found'])
    expect(await inactive()).toEqual([])
  })
})

describe('the status of many assets', () => {
  test('changes for a type, a category and ids, and reports matched and changed assets', async () => {
    await toggle({ key: 'Equipment:P-0', flag: 0 })
    const answer = await change({
      AssetType: 'Equipment',
      'Fields.PrimaryCategory': 'Bed',
      status: 'inactive',
    })
    expect(answer.body).toMatchObject({
      err: 0,
      message: messages.statusChanged,
      status: 1,
      matched: 3,
      changed: 2,
      job: { kind: 'assets.status', state: 'done', done: 3, total: 3, startedBy: 'admin' },
    })
    expect(await inactive()).toEqual(['Equipment:P-0', 'Equipment:P-1', 'Equipment:P-2'])
    const ids = { AssetType: ['Equipment'], AssetId: ['P-1', 'NONE'] }
    expect((await change({ query: ids, status: true })).body).toMatchObject({ matched: 1, changed: 1 })
    expect(await inactive()).toEqual(['Equipment:P-0', 'Equipment:P-2'])
  })

  test('changes for names of several types', async () => {
    const keys = ['Equipment:odd:id', 'Clinician:C-1', 'Equipment:P-7', 'Equipment:NONE']
    expect((await change({ keys, status: 0 })).body).toMatchObject({ matched: 3, changed: 3 })
    expect(await inactive()).toEqual(['Clinician:C-1', 'Equipment:P-7', 'Equipment:odd:id'])
  })

  test('changes for the criteria of a list, in batches, and publishes each asset once', async () => {
    const publishedIds: string[] = []
    const unsubscribe = api.parts.bus.subscribe('asset.changed', ({ changes }) =>
      publishedIds.push(...changes.map(({ AssetId }) => AssetId)),
    )
    const criteria = [{ AssetType: 'Equipment' }, { 'Fields.PrimaryCategory': ['Pump'] }]
    const answer = await change({ criteria, status: 'inactive' })
    expect(answer.body).toMatchObject({ matched: PUMPS - 3, changed: PUMPS - 3 })
    expect(answer.body.job.result).toEqual({ changed: PUMPS - 3, failed: 0, failures: [] })
    expect(await inactive()).toHaveLength(PUMPS - 3)
    await vi.waitFor(() => expect(publishedIds).toHaveLength(PUMPS - 3), TEST_WAIT)
    expect(new Set(publishedIds).size).toBe(PUMPS - 3)
    unsubscribe()
    const listed = await api.post('/api/assets.list', { query: { AssetType: 'Equipment', status: false } })
    expect(listed.body.count).toBe(PUMPS - 3)
  })

  test('returns before the job ends when the caller does not wait', async () => {
    const answer = await change({ AssetType: 'Equipment', status: 'inactive', wait: false })
    expect(answer.body).toMatchObject({ matched: PUMPS + 1, message: messages.statusIsChanging })
    const job = async () => (await api.get(`/api/jobs/${answer.body.job.id}`)).body.data
    await vi.waitFor(
      async () => expect(await job()).toMatchObject({ state: 'done', done: PUMPS + 1 }),
      TEST_WAIT,
    )
    expect(await inactive()).toHaveLength(PUMPS + 1)
  })

  test.each([
    [{ status: 'inactive' }],
    [{ AssetType: '', status: 'inactive' }],
    [{ AssetType: [], status: 'inactive' }],
    [{ AssetType: 'Equipment', 'Fields.PrimaryCategory': '', status: 'inactive' }],
    [{ AssetType: 'Equipment', AssetId: [], status: 'inactive' }],
    [{ 'Fields.PrimaryCategory': 'Bed', status: 'inactive' }],
    [{ keys: [], status: 'inactive' }],
    [{ keys: ['Equipment'], status: 'inactive' }],
    [{ keys: Array.from({ length: 501 }, (_, n) => `Equipment:P-${n}`), status: 'inactive' }],
    [{ AssetType: 'Equipment' }],
    [{ AssetType: 'Equipment', status: 'asleep' }],
    [{ AssetType: { $ne: 'Patient' }, status: 'inactive' }],
    [{ query: {}, status: 'inactive' }],
  ])('is refused for %j', async (body) => {
    expect(outcome(await change(body))).toEqual([400, 'validation'])
    expect(await inactive()).toEqual([])
  })

  test('is refused for invalid criteria, naming the member', async () => {
    const answer = await change({ criteria: [{ AssetId: { $where: '1' } }], status: 'inactive' })
    expect(outcome(answer)).toEqual([400, 'invalid_criteria'])
    expect(answer.body.errors[0].path).toBe('criteria.0.AssetId.$where')
    expect(await inactive()).toEqual([])
  })

  test('skips patients without the flag, however they are selected', async () => {
    const { noPatients } = api.people
    for (const selection of [{ AssetType: 'Patient' }, { keys: ['Patient:X-1'] }])
      expect((await change({ ...selection, status: 0 }, noPatients)).body).toMatchObject({ matched: 0 })
    const whole = await change({ criteria: [], status: 0 }, noPatients)
    expect(whole.body).toMatchObject({ matched: PUMPS + 2 })
    expect(await inactive()).not.toContain('Patient:X-1')
  })

  test('reports an asset that could not be changed, and changes the others', async () => {
    const { models } = api.parts.db
    const bulkWrite = models.assets.bulkWrite.bind(models.assets)
    const spy = vi.spyOn(models.assets, 'bulkWrite').mockImplementation(async (operations, options) => {
      await bulkWrite(operations.slice(1), options)
      throw Object.assign(new Error('a write failed'), { writeErrors: [{ index: 0, errmsg: 'no' }] })
    })
    const answer = await change({ keys: ['Equipment:P-1', 'Equipment:P-2'], status: 0 })
    spy.mockRestore()
    expect(answer.body).toMatchObject({ matched: 2, changed: 1 })
    const [failed] = answer.body.job.result.failures
    expect(answer.body.job.result.failed).toBe(1)
    expect(failed.message).toBe(messages.statusUnchanged)
    expect(new Set([failed.key, ...(await inactive())])).toEqual(new Set(['Equipment:P-1', 'Equipment:P-2']))
  })
})

describe('undoing a change', () => {
  test('restores only assets that the change modified and no later change set', async () => {
    await toggle({ key: 'Equipment:P-0', flag: 0 })
    const { body } = await change({ AssetType: 'Equipment', 'Fields.PrimaryCategory': 'Bed', status: 0 })
    await toggle({ key: 'Equipment:P-1', flag: 1 })
    await toggle({ key: 'Equipment:P-1', flag: 0 })
    const answer = await undo({ job: body.job.id })
    expect(answer.body).toMatchObject({ matched: 3, changed: 1, job: { state: 'done' } })
    expect(await inactive()).toEqual(['Equipment:P-0', 'Equipment:P-1'])
    expect((await undo({ job: body.job.id })).body).toMatchObject({ changed: 0 })
  })

  test('can be undone as well', async () => {
    const first = await change({ keys: ['Equipment:P-5'], status: 0 })
    const second = await undo({ job: first.body.job.id })
    expect(await inactive()).toEqual([])
    await undo({ job: second.body.job.id })
    expect(await inactive()).toEqual(['Equipment:P-5'])
  })

  test('is refused after a minute', async () => {
    const { body } = await change({ keys: ['Equipment:P-5'], status: 0 })
    const { models } = api.parts.db
    const past = new Date(Date.now() - 70_000)
    await models.jobs.updateOne({ _id: body.job.id }, { $set: { endedAt: past } })
    const answer = await undo({ job: body.job.id })
    expect([...outcome(answer), answer.body.message]).toEqual([409, 'conflict', messages.undoTooLate])
    expect(await inactive()).toEqual(['Equipment:P-5'])
  })

  test('is only for the user who made the change, and only for status changes', async () => {
    const { body } = await change({ keys: ['Equipment:P-5'], status: 0 })
    const clerk = await api.people.signIn({ username: 'clerk', pages: ['assetlist'] })
    expect(outcome(await undo({ job: body.job.id }, clerk))).toEqual([404, 'not_found'])
    expect(outcome(await undo({ job: 'none' }))).toEqual([404, 'not_found'])
    expect(outcome(await undo({}))).toEqual([400, 'validation'])
    await api.parts.db.models.jobs.updateOne({ _id: body.job.id }, { $set: { kind: 'mirth.redeliver' } })
    expect(outcome(await undo({ job: body.job.id }))).toEqual([404, 'not_found'])
    expect(await inactive()).toEqual(['Equipment:P-5'])
  })
})

test('every call requires the page of the asset list, and is recorded in the audit log', async () => {
  const clerk = await api.people.signIn({ username: 'dashboard', pages: ['devices'] })
  for (const call of [toggle, change, undo]) {
    expect((await call({}, {})).status).toBe(401)
    expect((await call({}, clerk)).status).toBe(403)
  }
  const { body } = await change({ keys: ['Equipment:P-5'], status: 0 })
  const { models } = api.parts.db
  const noted = { action: 'POST /assets.changeBulkStatus', 'target.id': body.job.id as string }
  // Entries are stored after the responses.
  await vi.waitFor(
    async () =>
      expect(await models.audit.findOne(noted)).toMatchObject({
        details: { status: 'inactive', matched: 1 },
      }),
    TEST_WAIT,
  )
  await toggle({ key: 'Equipment:P-5', flag: 1 })
  const action = trusted({ $in: ['POST /assets.toggleAssetStatus'] })
  await vi.waitFor(
    async () => expect(await models.audit.countDocuments({ action, outcome: 'ok' })).toBeGreaterThan(0),
    TEST_WAIT,
  )
})
