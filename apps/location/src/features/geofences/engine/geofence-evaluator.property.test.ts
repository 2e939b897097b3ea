import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectedAlerts } from './testing/expected-alerts.ts'
import { runEngine } from './testing/run-engine.ts'
import { ASSETS, scenarioSteps } from './testing/scenario.ts'
import { type Alert, toLog } from './testing/scenario-log.ts'

const RUNS = 5_000
const MIN_EVENTS = 200_000

/** Sorts alerts into an order that is the same for engine and oracle. */
const sorted = (alerts: readonly Alert[]): string[] =>
  alerts
    .map(({ asset, fence, kind, since, time, place }) => {
      const { mapId, x, y } = place
      return `${asset} ${fence} ${kind} since ${since} at ${time} in ${mapId} ${x} ${y}`
    })
    .toSorted()

it(`raises exactly the alerts that the definitions require, over at least ${MIN_EVENTS.toLocaleString('en')} events`, () => {
  let events = 0
  const raised = { Entry: 0, Exit: 0 }
  fc.assert(
    fc.property(scenarioSteps, fc.constantFrom(0, 0, 1, 2), (happenings, tolerance) => {
      const log = toLog(happenings)
      const alerts = runEngine(log, tolerance, ASSETS)
      expect(sorted(alerts)).toEqual(sorted(expectedAlerts(log, tolerance, ASSETS)))
      for (const entry of log) if (entry.what === 'events') events += entry.events.length
      for (const { kind } of alerts) raised[kind] += 1
    }),
    { numRuns: RUNS },
  )
  expect(events).toBeGreaterThanOrEqual(MIN_EVENTS)
  expect(Math.min(raised.Entry, raised.Exit)).toBeGreaterThan(RUNS)
}, 120_000)
