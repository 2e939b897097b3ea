import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLock } from './lock.ts'

let dataDir: string
const lockFile = () => join(dataDir, 'embedded-mongo.lock')
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('releases its lock, and no other', () => {
  const release = takeLock(dataDir)
  writeFileSync(lockFile(), 'another')
  release()
  expect(readFileSync(lockFile(), 'utf8')).toBe('another')
  rmSync(lockFile())
  takeLock(dataDir)()
  expect(existsSync(lockFile())).toBe(false)
})

it('releases the lock of a directory that was removed meanwhile', () => {
  const release = takeLock(dataDir)
  rmSync(dataDir, { recursive: true })
  expect(release).not.toThrow()
  expect(existsSync(dataDir)).toBe(false)
})
