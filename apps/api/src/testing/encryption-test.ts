import { TEST_WAIT } from '@wardtrack/test-kit'
import { expect, vi } from 'vitest'
import { type ApiTest } from './api-test.ts'

/** Encrypts fields, and resolves when the stored data is converted. */
export async function encrypt(api: ApiTest, types: Record<string, Record<string, string[]>>): Promise<void> {
  const answer = await api.post('/api/assets.saveEncryptionConfig', types)
  expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)])
  await jobDone(api)
}

/** Resolves when the newest conversion or rotation is finished. */
export async function jobDone(api: ApiTest): Promise<void> {
  await vi.waitFor(
    async () => expect((await api.get('/api/encryption/status')).body.job.state).toBe('done'),
    TEST_WAIT,
  )
}

/** Returns all stored data as one text, except the metadata mapping, which names the options of fields. */
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
