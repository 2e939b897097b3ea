import { join } from 'node:path'
import { type ImportColumn, type ImportFile, type ImportPreview, messages } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import request, { type Test } from 'supertest'
import { expect, vi } from 'vitest'
import { type ApiTest, openApiTest } from './api-test.ts'

/** Options of an upload: by default assets as CSV by the clerk. */
export type Upload = { operation?: string; format?: string; as?: Headers; name?: string }

/** API with a user who imports, and helpers for imports. */
export type ImportTest = ApiTest & {
  clerk: Headers
  /** folder of the uploaded files */
  dir: string
  upload(content: string | Buffer, options?: Upload): Test
  start(
    id: string,
    columns: readonly ImportColumn[],
    more?: object,
    as?: Headers,
  ): ReturnType<ApiTest['post']>
  /** reads an uploaded file */
  read(id: string, as?: Headers): Promise<ImportPreview>
  /** resolves with a job when it is finished */
  ended(jobId: string, as?: Headers): Promise<{ state: string; error?: string }>
  /** uploads a file and imports it with the default mapping of its columns */
  importFile(content: string | Buffer, options?: Upload & { dryRun?: boolean }): Promise<Imported>
  stored(AssetId: string): Promise<AssetDoc | null>
  /** counts the assets */
  count(): Promise<number>
}

/** Result of an imported file. */
type Imported = {
  id: string
  uploaded: ImportPreview
  job: { state: string; error?: string }
  run: ImportFile['run']
}

export async function openImportTest(): Promise<ImportTest> {
  const api = await openApiTest()
  const clerk = await api.people.signIn({ username: 'clerk', pages: ['device-import'] })
  const { assets } = api.parts.db.driver
  const upload: ImportTest['upload'] = (
    content,
    { operation = 'importCsv', format = 'csv', as = clerk, name } = {},
  ) =>
    request(api.app)
      .post('/api/imports')
      .set(as)
      .field('operation', operation)
      .field('format', format)
      .attach('file', Buffer.from(content), name ?? `rows.${format}`)
  const start: ImportTest['start'] = (id, columns, more = {}, as = clerk) =>
    api.post(`/api/imports/${id}/start`, { columns, ...more }, as)
  const read: ImportTest['read'] = async (id, as = clerk) =>
    (await api.get(`/api/imports/${id}`, as)).body.data
  const ended: ImportTest['ended'] = (jobId, as = clerk) =>
    vi.waitFor(
      async () => {
        const { data } = (await api.get(`/api/jobs/${jobId}`, as)).body
        expect(data.state).not.toBe('running')
        return data as { state: string; error?: string }
      },
      { ...TEST_WAIT, interval: 20 },
    )
  return {
    ...api,
    clerk,
    dir: join(api.parts.filesDir, 'imports'),
    upload,
    start,
    read,
    ended,
    importFile: async (content, options = {}) => {
      const { dryRun = false, as = clerk } = options
      const uploaded = await upload(content, options)
      expect([uploaded.status, uploaded.body.message]).toEqual([200, messages.importUploaded])
      const { id, columns } = uploaded.body.data as ImportPreview
      const begun = await start(id, columns, { dryRun }, as)
      expect([begun.status, begun.body.message]).toEqual([200, messages.importStarted])
      const job = await ended(begun.body.data.id, as)
      return { id, uploaded: uploaded.body.data, job, run: (await read(id, as)).run }
    },
    stored: (AssetId) => assets.findOne({ AssetId }),
    count: () => assets.countDocuments(),
  }
}
