import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeReadable } from './readable-files.mjs'

test('makes files of umask 077 readable for every account, and follows no links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardtrack-readable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'inner'), { mode: 0o700 })
  writeFileSync(join(folder, 'inner', 'file.js'), '', { mode: 0o600 })
  writeFileSync(join(folder, 'program'), '', { mode: 0o700 })
  symlinkSync('nowhere', join(folder, 'link'))
  symlinkSync('..', join(folder, 'inner', 'up'))
  makeReadable(folder)
  const modeOf = (...path) => statSync(join(folder, ...path)).mode & 0o777
  expect([modeOf(), modeOf('inner'), modeOf('inner', 'file.js'), modeOf('program')]).toEqual([
    0o755, 0o755, 0o644, 0o755,
  ])
})
