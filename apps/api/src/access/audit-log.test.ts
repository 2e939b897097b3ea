import { createHmac } from 'node:crypto'
import { deriveKey } from '@wardtrack/service-kit'
import { TEST_JWT_SECRET } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

/** Returns the entries once all earlier requests are stored; entries are stored after the response. */
async function entries() {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await api.parts.access.audit.flush()
  return api.parts.db.driver.audit.find().sort({ _id: 1 }).toArray()
}

describe('the audit log', () => {
  test('records user, action, target, origin, page and result', async () => {
    await api.pushAssets([{ AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' }])
    const path = '/api/assets.getById?assetType=Patient&assetId=PT-SECRET'
    await api.get(path, { ...api.people.admin, pageRoute: 'asset-detail/J. Doe' })
    await api.get(path, api.people.noPatients)
    await api.post(
      '/api/user/verify',
      { username: 'admin', password: 'wrong', authenticationMethod: 'Password' },
      {},
    )
    const [read, denied, signIn] = (await entries()).slice(-3)
    const patient = await api.parts.db.driver.assets.findOne({ AssetId: 'PT-SECRET' })
    expect(read).toMatchObject({
      actor: 'admin',
      action: 'GET /assets.getById',
      target: { type: 'asset', id: patient?._id.toHexString() },
      pageRoute: 'asset-detail',
      outcome: 'ok',
      status: 200,
    })
    expect(read?.address).not.toBe('')
    expect(denied).toMatchObject({ actor: 'nurse', outcome: 'refused', status: 404 })
    expect(denied?.target).toBeUndefined()
    expect(signIn).toMatchObject({ action: 'POST /user/verify', outcome: 'refused', status: 401, actor: '' })
    expect(JSON.stringify(await entries())).not.toMatch(/PT-SECRET|Zebulon|wrong/)
  })

  test('records refused pushes, but not successful ones', async () => {
    const before = (await entries()).length
    await api.post('/api/ingest/assets', { AssetType: 'Equipment', AssetId: 'A' }, api.people.key)
    await api.post('/api/ingest/assets', {}, { authorization: 'Bearer no-key-of-ours' })
    const added = (await entries()).slice(before)
    expect(added.map(({ action, status }) => [action, status])).toEqual([['POST /ingest/assets', 401]])
  })

  test('records an unauthenticated caller once a minute per call, so that outsiders cannot fill it', async () => {
    const before = (await entries()).length
    for (let time = 0; time < 20; time += 1)
      await api.post('/api/ingest/associations', {}, { authorization: 'Bearer no-key-of-ours' })
    const added = (await entries()).slice(before)
    expect(added.map(({ action, status }) => [action, status])).toEqual([['POST /ingest/associations', 401]])
  })

  test('is numbered without gaps and chained, even for concurrent entries', async () => {
    await Promise.all(Array.from({ length: 40 }, () => api.get('/api/config/isConfigured')))
    const all = await entries()
    expect(all.map(({ _id }) => _id)).toEqual(all.map((_entry, index) => index + 1))
    let previous = ''
    for (const entry of all) {
      expect(entry.previous).toBe(previous)
      const facts = [
        entry._id,
        entry.time.toISOString(),
        entry.actor,
        entry.action,
        entry.target ?? null,
        entry.pageRoute ?? '',
        entry.address,
        entry.outcome,
        entry.status,
        entry.requestId,
        entry.details ?? null,
        entry.keyId,
        previous,
      ]
      const key = deriveKey(TEST_JWT_SECRET, 'audit log')
      expect(entry.hash).toBe(createHmac('sha256', key).update(JSON.stringify(facts)).digest('hex'))
      previous = entry.hash
    }
  })

  test('is one chain for two processes', async () => {
    const { createAuditLog } = await import('../testing/second-audit-log.ts')
    const second = createAuditLog(api)
    const requests = Promise.all(Array.from({ length: 20 }, () => api.get('/api/config/isConfigured')))
    for (let n = 0; n < 20; n += 1) second.record(`second-${n}`)
    await requests
    await second.flush()
    const all = await entries()
    expect(all.map(({ _id }) => _id)).toEqual(all.map((_entry, index) => index + 1))
    expect(all.every((entry, index) => entry.previous === (all[index - 1]?.hash ?? ''))).toBe(true)
    const ids = all.map(({ requestId }) => requestId).filter((id) => id.startsWith('second-'))
    expect(new Set(ids).size).toBe(20)
    expect(ids).toHaveLength(20)
  })
})
