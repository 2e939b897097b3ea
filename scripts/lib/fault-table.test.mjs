import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultTable } from './fault-table.mjs'

let dir
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wardtrack-table-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('adds up the lines of a kind, and marks figures that were not measured', () => {
  const file = join(dir, 'lines')
  const lines = [
    { kind: 'b', runs: 2, lost: 0, doubled: 1, wrongAlerts: 0, invalid: 0, recoveredMs: 1_240 },
    { kind: 'a', runs: 3 },
    { kind: 'b', runs: 5, lost: 2, doubled: 0, wrongAlerts: 1, invalid: 0, recoveredMs: 900 },
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(faultTable(file)?.split('\n').slice(2)).toEqual([
    '| a | 3 | – | – | – | – | – |',
    '| b | 7 | 2 | 1 | 1 | 0 | 1.2 s |',
    '| all | 10 |  |  |  |  |  |',
  ])
})

test('returns no table when no test wrote a line', () => {
  expect(faultTable(join(dir, 'nothing'))).toBeUndefined()
})
