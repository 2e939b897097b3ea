import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ASSUMPTIONS, planHospitals } from './capacity-plan.mjs'
import { capacityTables } from './capacity-tables.mjs'
import { at } from './paths.mjs'

test('the tables of docs/scale.md are those that npm run capacity prints', () => {
  const page = readFileSync(at('docs', 'scale.md'), 'utf8')
  for (const table of capacityTables(ASSUMPTIONS).split('\n\n')) expect(page).toContain(table)
})

test('a plan follows from its assumptions', () => {
  const plan = planHospitals(100)
  expect(plan.peak).toBeCloseTo((100 * 5_000 * 5) / 120, 6)
  expect(plan.processes).toBe(200)
  // 130 TB of 100 hospitals' history, in 90 days of 42 events a second and 400 bytes each, on shards of 2 TB.
  expect(plan.shards).toBe(7)
  expect(plan.diskTb).toBeCloseTo(3 * 100 * 0.1296, 6)
  expect(plan.storeBusy).toBeCloseTo((plan.peak * 0.5) / 6_100 / (7 * 4), 2)
})

test('a higher load needs more shards, and higher prices cost more', () => {
  const usual = planHospitals(100)
  // With this number of events, processors limit the shards, not their disks.
  const busy = planHospitals(100, { ...ASSUMPTIONS, peak: 100 })
  expect(busy.shards).toBeGreaterThan(usual.shards)
  expect(busy.shards).toBe(Math.ceil((busy.peak * 0.5) / 6_100 / 0.6 / 4))
  const dear = planHospitals(100, { ...ASSUMPTIONS, corePrice: ASSUMPTIONS.corePrice + 1 })
  expect(dear.month - usual.month).toBeCloseTo(usual.cores, 6)
})

test('reports a hospital that one process cannot serve', () => {
  expect(() => planHospitals(1, { ...ASSUMPTIONS, assets: 5_000_000 })).toThrow(
    'asked for more than it can do',
  )
})
