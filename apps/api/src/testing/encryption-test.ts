import { TEST_WAIT } from '@wardtrack/test-kit'
import { expect, vi } from 'vitest'
import { type ApiTest } from './api-test.ts'

/** Encrypts fields, and resolves when what is stored has been converted. */
export async function encrypt(api: ApiTest, types: Record<string, Record<string, string[]>>): Promise<void> {
  const answer = await api.post('/api/assets.saveEncryptionConfig', types)
  expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)])
  await jobDone(api)
}

/** Resolves when the newest conversion or rotation is done. */
export async function jobDone(api: ApiTest): Promise<void> {
  await vi.waitFor(
    async () => expect((await api.get('/api/encryption/status')).body.job.state).toBe('done'),
    TEST_WAIT,
  )
}

/** Everything that is stored but for the metadata mapping, which names the options of fields, as one text. */
export async function storedText(api: ApiTest): Promise<string> {
  const { driver, sealing } = api.parts.db
  const lists = await Promise.all(
    Object.keys(driver)
      .filter((name) => name !== 'metadata')
      .map((name) =>
        sealing
          .raw(driver[name as 'assets'].collectionName)
          .find()
          .toArray(),
      ),
  )
  return JSON.stringify(lists)
}
