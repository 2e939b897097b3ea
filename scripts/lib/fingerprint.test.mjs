import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardtrack-fingerprint-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'a.ts'), 'one')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('stays the same while nothing is written', () => {
  expect(fingerprintOf([folder])).toBe(fingerprintOf([folder]))
})

test('changes when a file is written, even with a text of the same length', () => {
  const before = fingerprintOf([folder])
  writeFileSync(join(folder, 'src', 'a.ts'), 'two')
  utimesSync(join(folder, 'src', 'a.ts'), 1, 1)
  expect(fingerprintOf([folder])).not.toBe(before)
})

test('changes when a file is added and when it is removed', () => {
  const before = fingerprintOf([folder])
  writeFileSync(join(folder, 'src', 'b.ts'), '')
  const added = fingerprintOf([folder])
  rmSync(join(folder, 'src', 'b.ts'))
  expect(added).not.toBe(before)
  expect(fingerprintOf([folder])).toBe(before)
})

test('ignores files that a build or an install writes', () => {
  const before = fingerprintOf([folder])
  for (const name of ['dist', 'node_modules', '.turbo']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'a.js'), 'one')
  }
  expect(fingerprintOf([folder])).toBe(before)
})

test('distinguishes a missing folder from an empty one', () => {
  mkdirSync(join(folder, 'empty'))
  const before = fingerprintOf([join(folder, 'empty')])
  rmSync(join(folder, 'empty'), { recursive: true })
  expect(fingerprintOf([join(folder, 'empty')])).not.toBe(before)
})
