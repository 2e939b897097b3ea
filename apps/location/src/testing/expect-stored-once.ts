import { expect } from 'vitest'
import { eventName, type KillableLocation, type WrittenUnderKills } from './killable-location.ts'

/**
 * Asserts that the store holds each acknowledged event once and nothing else: all that was sent was acknowledged in the
 * end. Every asset is where its latest event says.
 */
export async function expectStoredOnce(
  location: KillableLocation,
  written: WrittenUnderKills,
): Promise<void> {
  const { acknowledged, counted, statuses } = written
  const { events, currentTimes } = await location.stored()
  expect(counted).toBe(acknowledged.length)
  expect([...statuses].filter((status) => status !== 503)).toEqual([])
  expect(events.toSorted()).toEqual(acknowledged.map(eventName).toSorted())
  for (const [id, current] of currentTimes) {
    const times = acknowledged.filter(({ AssetId }) => AssetId === id).map(({ time }) => time)
    expect(current).toBe(times.toSorted().at(-1))
  }
}
