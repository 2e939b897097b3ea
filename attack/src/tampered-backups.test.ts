import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withRightChecksum, writePlainBackup } from '@wardtrack/backup/testing'
import { TEST_ENCRYPTION_KEY } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { attempts, openTarget, type Target } from './target.ts'

const RESTORE = fileURLToPath(new URL('../../apps/standalone/dist/restore/main.js', import.meta.url))
const CHANGED_BYTES = attempts(12, 200)
const CHECKSUM_BYTES = 32
const LAST = 0x8000_0000

let target: Target
let home: string
let whole: Buffer
beforeAll(async () => {
  target = await openTarget()
  const response = await fetch(target.url + addressOf('downloadBackup'), { headers: target.people.admin })
  if (!response.ok) throw new Error(`no backup: ${response.status}`)
  whole = Buffer.from(await response.arrayBuffer())
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-tampered-'))
  await writeFile(join(home, 'key'), TEST_ENCRYPTION_KEY)
  return () => rm(home, { recursive: true, force: true })
})
afterAll(() => target.close())

/** Runs the product's restore command on a file. */
async function restore(...options: string[]): Promise<{ code: number | null; output: string }> {
  const parameters = [join(home, 'backup'), join(home, 'restored'), '--key', join(home, 'key'), ...options]
  const child = spawn(process.execPath, [RESTORE, ...parameters], {
    env: { PATH: process.env['PATH'] ?? '' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

async function expectRefused(bytes: Buffer, ...options: string[]): Promise<void> {
  await writeFile(join(home, 'backup'), bytes)
  const { code, output } = await restore(...options)
  expect([code, output]).toEqual([1, expect.stringMatching(/^Nothing was restored: /)])
  expect(existsSync(join(home, 'restored'))).toBe(false)
}

test('a downloaded backup is restored, with its key in place', async () => {
  await writeFile(join(home, 'backup'), whole)
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await readFile(join(home, 'restored', 'encryption-key'), 'utf8')).toBe(`${TEST_ENCRYPTION_KEY}\n`)
  expect((await readFile(join(home, 'restored', 'store', 'store.mdb'))).length).toBeGreaterThan(0)
})

test('a backup with a changed byte and a correct checksum is refused', async () => {
  const body = whole.subarray(0, -CHECKSUM_BYTES)
  for (let count = 0; count < CHANGED_BYTES; count++) {
    const at = count < 3 ? count * 20 : Math.floor((body.length * count) / CHANGED_BYTES)
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ (1 << (count % 8))
    await expectRefused(withRightChecksum(changed))
  }
}, 120_000)

test('a backup with cut, repeated or reordered frames and a correct checksum is refused', async () => {
  const start = whole.indexOf('\n') + 1
  const line = whole.subarray(0, start)
  const frames: Buffer[] = []
  for (let at = start; at < whole.length - CHECKSUM_BYTES; ) {
    const length = 4 + (whole.readUInt32BE(at) & ~LAST)
    frames.push(whole.subarray(at, at + length))
    at += length
  }
  expect(frames.length).toBeGreaterThan(1)
  for (const forged of [
    frames.slice(1),
    frames.slice(0, -1),
    [...frames, ...frames],
    frames.toReversed(),
    [],
  ])
    await expectRefused(withRightChecksum(Buffer.concat([line, ...forged])))
})

test('a plain file plants no secret, whoever vouches for it', async () => {
  const store = { name: 'store/store.mdb', bytes: Buffer.from('a store') }
  for (const name of ['encryption-key', 'jwt-secret', '../outside', 'settings.env']) {
    await writePlainBackup(join(home, 'forged'), [store, { name, bytes: Buffer.from('planted') }])
    const forged = await readFile(join(home, 'forged'))
    await expectRefused(forged)
    await expectRefused(forged, '--accept-plain')
    expect(existsSync(join(home, 'outside'))).toBe(false)
  }
})
