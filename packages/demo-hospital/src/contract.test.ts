import { assetItem, associationItem, hierarchyItem, locationItem, statusItem } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { demoHospital } from './hospital.ts'
import { Feed } from './simulation/feed.ts'
import { HospitalWorld } from './simulation/hospital-world.ts'

type Checker = { safeParse(value: unknown): { success: boolean; error?: { message: string } | undefined } }

function refusals(schema: Checker, items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    const result = schema.safeParse(item)
    return result.success ? [] : [`${JSON.stringify(item)}: ${result.error?.message ?? ''}`]
  })
}

describe('data sent by the demo', () => {
  const hospital = demoHospital()

  it('matches the contract: places, assets and associations', () => {
    expect(refusals(hierarchyItem, hospital.hierarchies)).toEqual([])
    expect(refusals(assetItem, hospital.assets)).toEqual([])
    expect(refusals(associationItem, hospital.associations)).toEqual([])
  })

  it('matches the contract: every event except the intentionally wrong ones', () => {
    const feed = new Feed(new HospitalWorld(hospital, 3), {
      seed: 3,
      rate: 100,
      startMs: Date.now(),
      faults: false,
    })
    const items = [...feed.initialEvents(), ...Array.from({ length: 200 }, () => feed.advance(0.25)).flat()]
    const bodies = (lane: string) => items.filter((item) => item.lane === lane).map((item) => item.body)
    expect(items.length).toBeGreaterThan(5000 - 10)
    expect(refusals(locationItem, bodies('locations'))).toEqual([])
    expect(refusals(statusItem, bodies('device-status'))).toEqual([])
  })

  it('is refused where intended: only events without a coordinate', () => {
    const feed = new Feed(new HospitalWorld(hospital, 3), {
      seed: 3,
      rate: 200,
      startMs: Date.now(),
      faults: true,
    })
    const bodies = Array.from({ length: 400 }, () => feed.advance(0.25))
      .flat()
      .filter((item) => item.lane === 'locations')
      .map((item) => item.body)
    const refused = bodies.filter((body) => !locationItem.safeParse(body).success)
    expect(refused.length).toBeGreaterThan(0)
    for (const body of refused) expect(body).not.toHaveProperty('y')
    expect(refused.length).toBeLessThan(bodies.length / 100)
  })
})
