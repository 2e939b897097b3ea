import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '@wardtrack/backup'
import { messages } from '@wardtrack/contracts'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt } from '../../testing/encryption-test.ts'

/** A long id, so that bytes of an encrypted file do not contain it by chance. */
const ASSET_ID = 'PUMP-OF-THE-BACKUP'

let api: ApiTest
let home: string
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: ASSET_ID, SerialNo: 'QX-700133' }])
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-backup-'))
})
afterAll(() => api.close())

const download = async (headers = api.people.admin) => {
  const answer = await request(api.app)
    .get('/api/backup')
    .set(headers)
    .buffer(true)
    .parse(bytesOf as never)
  return { answer, bytes: answer.body as Buffer }
}

function bytesOf(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  response.on('end', () => done(null, Buffer.concat(parts)))
}

async function restored(bytes: Buffer): Promise<string[]> {
  const path = join(home, 'file')
  await writeFile(path, bytes)
  return restoreBackup(path, join(home, 'restored'), { ring: api.parts.keyRing })
}

test('downloads a backup that holds the store and is readable only with the key', async () => {
  const { answer, bytes } = await download()
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/octet-stream'])
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="wardtrack-[\d-]+\.backup"$/)
  expect(bytes.includes(ASSET_ID)).toBe(false)
  expect(await restored(bytes)).toContain('store/store.mdb')
  const storeFile = join(home, 'restored', 'store', 'store.mdb')
  expect((await readFile(storeFile)).includes(ASSET_ID)).toBe(true)
})

test('a field encrypted in the store is encrypted in the restored store too', async () => {
  await encrypt(api, { Equipment: { SerialNo: [] } })
  expect(await restored((await download()).bytes)).toContain('store/store.mdb')
  const storeFile = join(home, 'restored', 'store', 'store.mdb')
  expect((await readFile(storeFile)).includes('QX-700133')).toBe(false)
})

test('the download requires the page and the patient-data flag', async () => {
  const nurse = await api.people.signIn({ username: 'no page', pages: ['devices'], patientDataAccess: true })
  const clerk = await api.people.signIn({ username: 'no flag', pages: ['admin-config'] })
  for (const headers of [nurse, clerk]) {
    const answer = await api.get('/api/backup', headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  }
})

test('refuses a download while another one lasts, and frees everything when it has ended', async () => {
  const { system } = api.parts.db.models
  const copies = async () =>
    (await readdir(api.parts.dataDir, { recursive: true })).filter((name) =>
      name.includes('rewritten-backup'),
    )
  const value = { worker: 'another process', until: new Date(Date.now() + 3_600_000) }
  await system.create({ _id: 'backup-download', value })
  const refused = await api.get('/api/backup')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'conflict',
    messages.backupRuns,
  ])
  expect(await copies()).toEqual([])
  // The claim of a process that ended lasts no longer than its time.
  await system.updateOne({ _id: 'backup-download' }, { $set: { 'value.until': new Date() } })
  expect((await download()).answer.status).toBe(200)
  expect(await system.countDocuments({ _id: 'backup-download' })).toBe(0)
  expect(await copies()).toEqual([])
})
