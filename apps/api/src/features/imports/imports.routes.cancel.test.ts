import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
afterAll(() => api.close())

/** Lets imports write their first batch of rows, and blocks the second until it is released. */
function holdImports(): { isHeld: Promise<void>; release: () => void } {
  const { assets } = api.parts.db.driver
  const write = assets.bulkWrite.bind(assets)
  let tellHeld: () => void = () => undefined
  const isHeld = new Promise<void>((resolve) => {
    tellHeld = resolve
  })
  let letGo: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let batches = 0
  const spy = vi.spyOn(assets, 'bulkWrite').mockImplementation(async (operations, options) => {
    batches += 1
    if (batches > 1) {
      tellHeld()
      await released
    }
    return write(operations, options)
  })
  const release = (): void => {
    spy.mockRestore()
    letGo()
  }
  return { isHeld, release }
}

test('cancelling a running import keeps the written rows and allows a restart', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => `Equipment,E-${n}`).join('\n')
  const { id, columns } = (await api.upload(`AssetType,AssetId\n${rows}`)).body.data
  const { isHeld, release } = holdImports()
  const first = await api.start(id, columns)
  const second = await api.start(id, columns)
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  expect((await api.post(`/api/imports/${id}/discard`, {}, api.clerk)).body.message).toBe(messages.importRuns)
  await isHeld
  await api.post(`/api/jobs/${first.body.data.id}/cancel`, {}, api.clerk)
  release()
  expect((await api.ended(first.body.data.id)).state).toBe('cancelled')
  const taken = await api.count()
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(1_000)
  expect((await api.read(id)).run?.endedAt).toBeUndefined()
  const again = await api.start(id, columns)
  expect((await api.ended(again.body.data.id)).state).toBe('done')
  expect(await api.count()).toBe(1_000)
})
