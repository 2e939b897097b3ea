import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
afterAll(() => api.close())

const CSV = 'AssetType,AssetId,AssetName\nEquipment,E-1,Confidential pump\n'
const LONG_AGO = new Date(Date.now() - 7_200_000)

test('an uploaded file is sealed on disk, read from there, and deleted after its import', async () => {
  const { id, columns, preview } = (await api.upload(CSV)).body.data
  expect(preview).toEqual([{ line: 2, cells: ['Equipment', 'E-1', 'Confidential pump'] }])
  const stored = await readFile(join(api.dir, id), 'latin1')
  expect(stored).toContain('"wardtrackFile":1')
  expect(stored).not.toMatch(/Confidential|AssetType|E-1/)
  const { body } = await api.start(id, columns)
  expect((await api.ended(body.data.id)).state).toBe('done')
  expect(await api.stored('E-1')).toMatchObject({ Fields: { AssetName: 'Confidential pump' } })
  expect(await readdir(api.dir)).not.toContain(id)
})

test('a file that was modified on disk is not imported', async () => {
  const { id, columns } = (await api.upload(CSV.replaceAll('E-1', 'E-2'))).body.data
  const bytes = await readFile(join(api.dir, id))
  bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
  await writeFile(join(api.dir, id), bytes)
  const { body } = await api.start(id, columns)
  expect((await api.ended(body.data.id)).state).toBe('failed')
  expect(await api.stored('E-2')).toBeNull()
})

test('an unsealed file of an earlier version is not read, and is deleted with the next upload', async () => {
  const { id, columns } = (await api.upload(CSV.replaceAll('E-1', 'E-3'))).body.data
  await writeFile(join(api.dir, id), CSV)
  await utimes(join(api.dir, id), LONG_AGO, LONG_AGO)
  const { status, body } = await api.start(id, columns)
  expect([status, body.message]).toEqual([409, messages.importFileGone])
  await api.upload(CSV)
  expect(await readdir(api.dir)).not.toContain(id)
  expect(await api.stored('E-3')).toBeNull()
})
