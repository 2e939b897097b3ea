import { createHash } from 'node:crypto'
import { readAuditState } from '@wardtrack/access'
import type { AuditDoc } from '@wardtrack/database'
import { TEST_JWT_SECRET, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../testing/api-test.ts'
import { clearAuditLog, createAuditLog, openSecondAccess } from '../testing/second-audit-log.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(() => clearAuditLog(api))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => api.close())

const OTHER_SECRET = 'a secret of the audit log before it was changed'
const audit = () => api.parts.db.driver.audit

const openAccess = (auditSecrets?: readonly [string, ...string[]]) => openSecondAccess(api, auditSecrets)
async function append(count: number, access = openAccess()): Promise<void> {
  for (let n = 0; n < count; n += 1)
    access.audit.note({
      time: new Date(),
      actor: 'nurse',
      action: `DO ${n}`,
      details: { returned: n, criteria: ['AssetType $eq Patient'] },
      address: '127.0.0.1',
      outcome: 'ok',
      status: 200,
      requestId: `r-${n}`,
    })
  await access.audit.flush()
}
/** Stores entries as before the chain had a key. */
async function appendUnkeyed(count: number): Promise<void> {
  let previous = ''
  for (let n = 1; n <= count; n += 1) {
    const entry = {
      time: new Date(n),
      actor: 'nurse',
      action: 'DO',
      address: '',
      status: 200,
      requestId: `${n}`,
    }
    const facts = [
      n,
      entry.time.toISOString(),
      'nurse',
      'DO',
      null,
      '',
      '',
      'ok',
      200,
      entry.requestId,
      previous,
    ]
    const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
    await audit().insertOne({ ...entry, _id: n, outcome: 'ok', previous, hash })
    previous = hash
  }
}
const verify = () => openAccess().auditWatch.verify()
const change = (_id: number, $set: Partial<AuditDoc>) => audit().updateOne({ _id }, { $set })

describe('the chain of the audit log', () => {
  test('is verified over several pages, with its head', async () => {
    await append(1_100)
    const last = await audit().findOne({ _id: 1_100 })
    expect(await verify()).toEqual({
      entries: 1_100,
      unkeyed: 0,
      first: 1,
      head: { number: 1_100, time: last?.time, hash: last?.hash },
      broken: null,
    })
  })

  test.each<[string, () => Promise<unknown>, { number: number; fault: string }]>([
    ['an actor that was changed', () => change(4, { actor: 'admin' }), { number: 4, fault: 'changed' }],
    [
      'details that were changed',
      () => change(4, { details: { returned: 0 } }),
      { number: 4, fault: 'changed' },
    ],
    ['an entry that was removed', () => audit().deleteOne({ _id: 4 }), { number: 5, fault: 'missing' }],
    [
      'a link that was changed',
      () => change(4, { previous: 'f'.repeat(64) }),
      { number: 4, fault: 'unlinked' },
    ],
    ['a key that is not known', () => change(4, { keyId: 'f00' }), { number: 4, fault: 'unknown_key' }],
  ])('is broken by %s, at that entry', async (_title, breakChain, broken) => {
    await append(9)
    await breakChain()
    const report = await verify()
    expect(report.broken).toEqual(broken)
    expect(report.head?.number).toBe(3)
  })

  test('cannot be forged with write access to the store but without a key', async () => {
    await append(3)
    const [entry] = await audit().find({ _id: 3 }).toArray()
    if (!entry) throw new Error('no entry')
    const facts = [
      3,
      entry.time.toISOString(),
      'forged',
      entry.action,
      null,
      '',
      '',
      'ok',
      200,
      'x',
      entry.previous,
    ]
    const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
    await audit().updateOne(
      { _id: 3 },
      { $set: { actor: 'forged', address: '', requestId: 'x', hash }, $unset: { keyId: 1 } },
    )
    expect((await verify()).broken).toEqual({ number: 3, fault: 'unkeyed' })
  })

  test('that began without keys continues with them, and unkeyed entries are counted', async () => {
    await appendUnkeyed(3)
    await append(2)
    expect(await verify()).toMatchObject({ entries: 5, unkeyed: 3, head: { number: 5 }, broken: null })
    await change(2, { actor: 'admin' })
    expect((await verify()).broken).toEqual({ number: 2, fault: 'changed' })
  })

  test('stays valid when the secret changes, as long as the old one is configured', async () => {
    await append(2, openAccess([OTHER_SECRET]))
    const rotated = openAccess([TEST_JWT_SECRET, OTHER_SECRET])
    await append(2, rotated)
    expect(await rotated.auditWatch.verify()).toMatchObject({ entries: 4, broken: null })
    expect((await verify()).broken).toEqual({ number: 1, fault: 'unknown_key' })
  })

  test('may lose its oldest entries to retention, and reports its first entry', async () => {
    await append(6)
    await audit().deleteMany({ _id: { $lte: 2 } })
    expect(await verify()).toMatchObject({ entries: 4, first: 3, broken: null })
  })
})

describe('the audit log watch', () => {
  test('writes each new head once to the log and to metrics', async () => {
    const info = vi.spyOn(api.parts.log, 'info').mockImplementation(() => {})
    const { auditWatch } = api.parts.access
    await append(2)
    await auditWatch.check()
    await auditWatch.check()
    const last = await audit().findOne({ _id: 2 })
    expect(info.mock.calls).toEqual([
      [{ audit: { number: 2, hash: last?.hash, time: last?.time } }, 'head of the audit log'],
    ])
    const text = await api.parts.metrics.registry.metrics()
    expect(text).toContain('wardtrack_audit_head_number 2')
    expect(text).toContain(`wardtrack_audit_head_hash ${Number.parseInt(last?.hash.slice(0, 13) ?? '', 16)}`)
    expect(text).toContain('wardtrack_audit_broken 0')
  })

  test.each<[string, () => Promise<unknown>, { number: number; fault: string }]>([
    [
      'the newest entries were removed',
      () => audit().deleteMany({ _id: { $gte: 3 } }),
      { number: 4, fault: 'truncated' },
    ],
    ['the chain is broken behind the head', () => change(6, { actor: 'x' }), { number: 6, fault: 'changed' }],
  ])('raises an alarm when %s', async (_title, breakChain, broken) => {
    const fatal = vi.spyOn(api.parts.log, 'fatal').mockImplementation(() => {})
    const { auditWatch } = openAccess()
    await append(4)
    await auditWatch.check()
    await append(4)
    await breakChain()
    await auditWatch.check()
    await auditWatch.check()
    expect(fatal.mock.calls).toEqual([[{ audit: broken }, 'ALARM: the chain of the audit log is broken']])
  })

  test('starts on request, and stops with the access', async () => {
    const info = vi.spyOn(api.parts.log, 'info').mockImplementation(() => {})
    await append(1)
    const access = openAccess()
    access.auditWatch.start()
    await vi.waitFor(() => expect(info).toHaveBeenCalledOnce(), TEST_WAIT)
    await access.close()
    await append(1)
    await access.auditWatch.check()
    expect(info).toHaveBeenCalledOnce()
  })
})

describe('the daily audit log verification', () => {
  test('verifies the whole chain, and stores the result for every process', async () => {
    const fatal = vi.spyOn(api.parts.log, 'fatal').mockImplementation(() => {})
    await api.parts.db.driver.system.deleteMany({ _id: /^audit-/ })
    await append(2)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const access = openAccess()
    access.auditWatch.start()
    await access.auditWatch.check()
    expect(await readAuditState(api.parts.db)).toMatchObject({
      verification: { entries: 2, broken: null },
      alarm: null,
    })
    await change(1, { actor: 'somebody else' })
    await access.auditWatch.check()
    expect((await readAuditState(api.parts.db)).alarm).toBeNull()
    vi.advanceTimersByTime(86_400_000)
    vi.useRealTimers()
    await vi.waitFor(
      async () =>
        expect(await readAuditState(api.parts.db)).toMatchObject({
          verification: { broken: { number: 1, fault: 'changed' } },
          alarm: { number: 1, fault: 'changed' },
        }),
      TEST_WAIT,
    )
    expect(fatal).toHaveBeenCalledOnce()
    await access.close()
  })
})

describe('verifyAuditLog', () => {
  let verifyApi: ApiTest
  beforeAll(async () => {
    verifyApi = await openApiTest()
  })
  afterAll(() => verifyApi.close())
  const ask = (headers = verifyApi.people.admin) => verifyApi.get('/api/audit/verification', headers)

  test('reports that the chain is valid, or the entry at which it is broken', async () => {
    vi.spyOn(verifyApi.parts.log, 'fatal').mockImplementation(() => {})
    const second = createAuditLog(verifyApi)
    for (const id of ['a', 'b', 'c']) second.record(id)
    await second.flush()
    const { status, body } = await ask()
    expect([status, body]).toMatchObject([200, { intact: true, unkeyed: 0, first: 1, broken: null }])
    expect(body.head.number).toBe(body.entries)
    await verifyApi.parts.db.driver.audit.updateOne({ _id: 2 }, { $set: { actor: 'admin' } })
    expect((await ask()).body).toMatchObject({
      intact: false,
      entries: 1,
      broken: { number: 2, fault: 'changed' },
    })
    expect(await verifyApi.parts.metrics.registry.metrics()).toContain('wardtrack_audit_broken 1')
  })

  test('requires access to the administration', async () => {
    const nurse = await verifyApi.people.signIn({ username: 'asks for the audit log', pages: ['devices'] })
    expect((await ask(nurse)).status).toBe(403)
    expect((await ask({})).status).toBe(401)
  })
})
