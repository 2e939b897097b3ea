import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '@wardtrack/backup'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt } from '../../testing/encryption-test.ts'

/** Long, so that bytes of an encrypted file do not spell it by chance. */
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
  return restoreBackup(path, join(home, 'restored'), api.parts.keyRing)
}

test('a backup is downloaded, holds the store, and is encrypted as soon as a field is', async () => {
  const plain = await download()
  expect([plain.answer.status, plain.answer.headers['content-type']]).toEqual([
    200,
    'application/octet-stream',
  ])
  expect(plain.answer.headers['content-disposition']).toMatch(
    /^attachment; filename="wardtrack-[\d-]+\.backup"$/,
  )
  expect(plain.bytes.includes(ASSET_ID)).toBe(true)
  expect(await restored(plain.bytes)).toEqual(['store/store.mdb'])
  await rm(join(home, 'restored'), { recursive: true })
  await encrypt(api, { Equipment: { SerialNo: [] } })
  const encrypted = await download()
  expect(encrypted.bytes.includes(ASSET_ID)).toBe(false)
  expect(await restored(encrypted.bytes)).toContain('store/store.mdb')
  expect((await readFile(join(home, 'restored', 'store', 'store.mdb'))).includes('QX-700133')).toBe(false)
})

test('only people with the page and the patient-data flag download it', async () => {
  const nurse = await api.people.signIn({ username: 'no page', pages: ['devices'], patientDataAccess: true })
  const clerk = await api.people.signIn({ username: 'no flag', pages: ['admin-config'] })
  for (const headers of [nurse, clerk]) {
    const answer = await api.get('/api/backup', headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  }
})
