import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportTest, openImportTest } from '../../testing/import-test.ts'

let api: ImportTest
beforeAll(async () => {
  api = await openImportTest()
})
beforeEach(() => api.parts.db.driver.assets.deleteMany({}))
afterAll(() => api.close())

const CSV = 'AssetType,AssetId,Asset Name\r\nEquipment,E-1,"Pump, ""A"""\r\nEquipment,E-2,Line\r\n'

describe('a user', () => {
  test('finds only files that the user uploaded', async () => {
    const { id, columns } = (await api.upload(CSV)).body.data
    const stranger = await api.people.signIn({ username: 'other clerk', pages: ['device-import'] })
    const refused = await Promise.all([
      api.get(`/api/imports/${id}`, stranger),
      api.get(`/api/imports/${id}/errors`, stranger),
      api.get(`/api/imports/${id}/errors.csv`, stranger),
      api.start(id, columns, {}, stranger),
      api.post(`/api/imports/${id}/discard`, {}, stranger),
      api.get('/api/imports/..%2f..%2fjwt-secret', api.clerk),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await api.get('/api/imports', stranger)).body.data).toEqual([])
    const listed = (await api.get('/api/imports', api.clerk)).body.data
    expect(listed[0]).toMatchObject({ id, rows: 2 })
    expect(listed[0]).not.toHaveProperty('preview')
    const discarded = await api.post(`/api/imports/${id}/discard`, {}, api.clerk)
    expect([discarded.status, discarded.body.message]).toEqual([200, messages.importDiscarded])
    expect(await readdir(api.dir)).not.toContain(id)
    expect((await api.get(`/api/imports/${id}`, api.clerk)).status).toBe(404)
  })

  test('imports no patients without the flag, and loses access to a file with patients', async () => {
    const patients = 'AssetType,AssetId,AssetName\nPatient,PT-1,Zebulon\nEquipment,E-1,Pump\n'
    const refused = await api.importFile(patients)
    expect(refused.run).toMatchObject({ accepted: 1, refused: 1 })
    expect((await api.get(`/api/imports/${refused.id}/errors`, api.clerk)).body.data).toEqual([
      { line: 2, field: 'AssetType', message: 'This asset type is not in the metadata mapping.' },
    ])
    expect(await api.stored('PT-1')).toBeNull()
    const doctor = { username: 'doctor', pages: ['device-import'], patientDataAccess: true }
    const as = await api.people.signIn(doctor)
    const { id, run, uploaded } = await api.importFile(patients, { as })
    expect(run).toMatchObject({ accepted: 2, refused: 0 })
    expect(uploaded.assetTypes).toContain('Patient')
    await api.parts.db.models.users.updateOne({ username: 'doctor' }, { $set: { patientDataAccess: false } })
    expect((await api.get(`/api/imports/${id}`, as)).status).toBe(404)
    expect((await api.get('/api/imports', as)).body.data).toEqual([])
    expect((await api.get(`/api/jobs/${run?.jobId}`, as)).status).toBe(404)
  })

  test('cannot leave files behind: files that are never imported are deleted', async () => {
    const { id } = (await api.upload(CSV)).body.data
    await writeFile(join(api.dir, 'cut-off'), 'half')
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(api.dir, 'cut-off'), old, old)
    await api.parts.db.models.imports.updateOne({ _id: id }, { $set: { uploadedAt: old } })
    await api.upload(CSV)
    const names = await readdir(api.dir)
    expect(names).not.toContain(id)
    expect(names).not.toContain('cut-off')
    expect((await api.get(`/api/imports/${id}`, api.clerk)).status).toBe(200)
    const forgotten = new Date(Date.now() - 31 * 86_400_000)
    await api.parts.db.models.imports.updateOne({ _id: id }, { $set: { uploadedAt: forgotten } })
    await api.upload(CSV)
    expect((await api.get(`/api/imports/${id}`, api.clerk)).status).toBe(404)
  })
})
