import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../testing/api-test.ts'
import { createAuditLog } from '../testing/second-audit-log.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api.close())

const REQUESTS = ['r-1', 'r-2', 'r-3']
const stored = async (prefix: string) => {
  const all = await api.parts.db.driver.audit.find().sort({ _id: 1 }).toArray()
  expect(all.map(({ _id }) => _id)).toEqual(all.map((_entry, index) => index + 1))
  expect(all.every((entry, index) => entry.previous === (all[index - 1]?.hash ?? ''))).toBe(true)
  return all.map(({ requestId }) => requestId).filter((id) => id.startsWith(prefix))
}

test.each([0, 1, 3])("repeats no entry when the store's response is lost after %i entries", async (count) => {
  const { audit } = api.parts.db.models
  const insertMany = audit.insertMany.bind(audit) as (docs: unknown[]) => Promise<unknown>
  vi.spyOn(audit, 'insertMany').mockImplementationOnce(async (docs: unknown) => {
    if (count > 0) await insertMany((docs as unknown[]).slice(0, count))
    throw new Error('connection closed')
  })
  const log = createAuditLog(api)
  for (const id of REQUESTS) log.record(`${count} ${id}`)
  await log.flush()
  expect(await stored(`${count} `)).toEqual(REQUESTS.map((id) => `${count} ${id}`))
})

test('closing does not wait for a store that does not respond, and reports the lost entries', async () => {
  const fatal = vi.spyOn(api.parts.log, 'fatal').mockImplementation(() => {})
  const log = createAuditLog(api)
  vi.spyOn(api.parts.db.models.audit, 'insertMany').mockImplementation(() => new Promise(() => {}))
  for (const id of REQUESTS) log.record(`lost ${id}`)
  await log.close()
  expect(fatal.mock.calls.map(([entry]) => (entry as { requestId: string }).requestId)).toEqual(
    REQUESTS.map((id) => `lost ${id}`),
  )
  vi.restoreAllMocks()
  expect(await stored('lost ')).toEqual([])
})

test('closing stores the waiting entries', async () => {
  const log = createAuditLog(api)
  for (const id of REQUESTS) log.record(`kept ${id}`)
  await log.close()
  expect(await stored('kept ')).toEqual(REQUESTS.map((id) => `kept ${id}`))
})
