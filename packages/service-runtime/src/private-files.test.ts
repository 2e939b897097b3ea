import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateSecret } from './private-files.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wardtrack-secret-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('creates a long secret once, for its owner alone', async () => {
  const path = join(dir, 'secret')
  const secret = await readOrCreateSecret(path)
  expect(secret.length).toBeGreaterThanOrEqual(64)
  expect(await readOrCreateSecret(path)).toBe(secret)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('gives concurrently starting processes the same secret', async () => {
  const path = join(dir, 'secret')
  const secrets = await Promise.all(Array.from({ length: 10 }, () => readOrCreateSecret(path)))
  expect(new Set(secrets).size).toBe(1)
  expect((await readFile(path, 'utf8')).trim()).toBe(secrets[0])
})

test('uses an existing secret unchanged', async () => {
  const path = join(dir, 'secret')
  const secret = 'mine'.repeat(8)
  await writeFile(path, `${secret}\n`)
  expect(await readOrCreateSecret(path)).toBe(secret)
})

test('refuses to start with an empty or cut secret file, and leaves the file unchanged', async () => {
  const path = join(dir, 'secret')
  for (const cut of ['', '\n', 'short']) {
    await writeFile(path, cut)
    await expect(readOrCreateSecret(path)).rejects.toThrow(`${path} holds no secret`)
    expect(await readFile(path, 'utf8')).toBe(cut)
  }
})

test('leaves no file but the secret', async () => {
  await readOrCreateSecret(join(dir, 'secret'))
  expect(await readdir(dir)).toEqual(['secret'])
})
