import { describe, expect, it } from 'vitest'
import { type Fence, firstDueTime, type RaisedAlert, type Spot, type Subject, type Track } from './fence.ts'
import { createFenceSet } from './fence-set.ts'
import { createGeofenceEvaluator, endDueWaits } from './geofence-evaluator.ts'

const MINUTE = 60_000
const DRAWN = new Date('2026-03-02T09:00:00Z')
const at = (clock: string): Date => new Date(`2026-03-02T${clock}:00Z`)
const inside: Spot = { mapId: 'm1', x: 20, y: 30 }
const outside: Spot = { mapId: 'm1', x: 20.001, y: 30 }
const unplaced: Spot = { mapId: 'm1', x: null, y: null }

const fence = (members: Partial<Fence> = {}): Fence => ({
  id: 'f',
  activeFrom: DRAWN,
  assetTypes: new Set(['Equipment']),
  mapId: 'm1',
  x: 10,
  y: 10,
  x2: 20,
  y2: 30,
  toleranceX: 0,
  toleranceY: 0,
  ...members,
})

/** An asset that is seen here and there; what it raises, as `Entry 10:05`. */
function watched(fences: Fence[], subject: Subject = { assetType: 'Equipment', active: true }) {
  const track: Track<Spot> = { dwells: [] }
  const raised: RaisedAlert<Spot>[] = []
  let set = createFenceSet(fences)
  return {
    track,
    raised,
    see: (clock: string, place: Spot, receivedAt = clock) => {
      track.dwells = createGeofenceEvaluator(set)(
        subject,
        track,
        { place, time: at(clock), receivedAt: at(receivedAt) },
        raised,
      )
      track.place = place
    },
    look: (clock: string) => {
      const place = track.place ?? unplaced
      track.dwells = endDueWaits(set, subject, { place, dwells: track.dwells }, at(clock).getTime(), raised)
    },
    draw: (...nextFences: Fence[]) => {
      set = createFenceSet(nextFences)
    },
    alerts: () =>
      raised.map(({ kind, since, wait }) => {
        const time = new Date(since.getTime() + wait).toISOString()
        return `${kind} ${time.slice(11, 16)}`
      }),
  }
}

describe('waiting', () => {
  const waits = { entryWait: 5 * MINUTE, exitWait: 5 * MINUTE }

  it('inside at 10:00 and still inside at 10:06 has waited, and the alert is of 10:05 where it was seen before', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    const insideBeside = { ...inside, x: 11 }
    asset.see('10:06', insideBeside)
    asset.see('10:20', insideBeside)
    expect(asset.alerts()).toEqual(['Entry 10:05'])
    expect(asset.raised[0]?.place).toBe(inside)
  })

  it('inside at 10:00 and outside at 10:04 has not, whenever that was received; in again, it waits again', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    asset.see('10:04', outside, '10:59')
    asset.see('10:06', inside, '10:59')
    asset.see('10:10', inside, '10:59')
    expect(asset.alerts()).toEqual([])
    asset.see('10:11', inside, '10:59')
    expect(asset.alerts()).toEqual(['Entry 10:11'])
  })

  it('runs on without news from when the change was received, and is over once', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside, '10:02')
    expect(firstDueTime(asset.track.dwells)).toEqual(at('10:07'))
    asset.look('10:06')
    expect(asset.alerts()).toEqual([])
    asset.look('10:07')
    asset.look('10:08')
    expect(asset.alerts()).toEqual(['Entry 10:05'])
    expect(firstDueTime(asset.track.dwells)).toBeUndefined()
  })

  it('outside ends when somebody is in again, and is kept no longer than it runs', () => {
    const asset = watched([fence({ exitWait: 5 * MINUTE })])
    asset.see('10:00', inside)
    asset.see('10:01', { mapId: 'm2', x: 20, y: 30 })
    asset.see('10:05', inside)
    asset.see('10:07', { mapId: null, x: null, y: null })
    asset.see('10:12', outside)
    expect(asset.alerts()).toEqual(['Exit 10:12'])
    expect(asset.track.dwells).toEqual([])
  })

  it('runs on while nobody knows where on the map of the fence it is', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    asset.see('10:03', unplaced)
    asset.see('10:05', unplaced)
    expect(asset.alerts()).toEqual(['Entry 10:05'])
  })
})

describe('a fence that changes', () => {
  it('counts whom it finds inside from then: no entry, but an exit', () => {
    const asset = watched([])
    asset.see('08:00', inside)
    asset.draw(fence({ entryWait: 0, exitWait: 0 }))
    asset.see('08:59', inside, '09:01')
    asset.see('09:05', inside)
    expect(asset.track.dwells).toMatchObject([{ since: DRAWN, inside: true }])
    asset.see('09:06', outside)
    expect(asset.alerts()).toEqual(['Exit 09:06'])
  })

  it('and was not left by who was outside before it was there', () => {
    const asset = watched([])
    asset.see('08:00', inside)
    asset.draw(fence({ entryWait: 0, exitWait: 0 }))
    asset.see('08:59', outside, '09:01')
    expect(asset.alerts()).toEqual([])
    asset.see('09:02', inside)
    expect(asset.alerts()).toEqual(['Entry 09:02'])
  })

  it('ends its waits when it moves, is gone, or is not about this type any more', () => {
    const changes: Fence[][] = [
      [fence({ entryWait: MINUTE, activeFrom: at('10:01') })],
      [],
      [fence({ entryWait: MINUTE, assetTypes: new Set(['Patient']) })],
    ]
    for (const changed of changes) {
      const asset = watched([fence({ entryWait: 2 * MINUTE })])
      asset.see('10:00', inside)
      asset.draw(...changed)
      asset.look('10:30')
      expect(asset.track.dwells).toEqual([])
      asset.see('10:31', outside)
      expect(asset.alerts()).toEqual([])
    }
  })

  it('of another wait has it for dwells that begin later; of a trigger that is off, none', () => {
    const asset = watched([fence({ entryWait: 5 * MINUTE, exitWait: 5 * MINUTE })])
    asset.see('10:00', inside)
    asset.draw(fence({ entryWait: MINUTE, exitWait: MINUTE }))
    asset.see('10:02', inside)
    expect(asset.alerts()).toEqual([])
    asset.see('10:05', outside)
    asset.draw(fence({ entryWait: MINUTE }))
    asset.see('10:07', outside)
    expect(asset.alerts()).toEqual(['Entry 10:05'])
  })
})

describe('an asset', () => {
  it('that is inactive is tracked and raises nothing, nor what came due meanwhile', () => {
    const subject = { assetType: 'Equipment', active: false }
    const asset = watched([fence({ entryWait: MINUTE, exitWait: 0 })], subject)
    asset.see('10:00', inside)
    asset.see('10:02', inside)
    subject.active = true
    asset.see('10:03', inside)
    expect(asset.alerts()).toEqual([])
    asset.see('10:04', outside)
    expect(asset.alerts()).toEqual(['Exit 10:04'])
  })

  it('of a type that the fence is not about leaves no trace', () => {
    const asset = watched([fence({ entryWait: 0 })], { assetType: 'Patient', active: true })
    asset.see('10:00', inside)
    expect(asset.track.dwells).toEqual([])
    expect(asset.alerts()).toEqual([])
  })

  it('is held inside by the tolerance, but not let in by it', () => {
    const asset = watched([fence({ entryWait: 0, exitWait: 0, toleranceX: 2, toleranceY: 1 })])
    asset.see('10:00', { mapId: 'm1', x: 21, y: 20 })
    asset.see('10:01', inside)
    asset.see('10:02', { mapId: 'm1', x: 22, y: 31 })
    expect(asset.alerts()).toEqual(['Entry 10:01'])
    asset.see('10:03', { mapId: 'm1', x: 20, y: 31.001 })
    expect(asset.alerts()).toEqual(['Entry 10:01', 'Exit 10:03'])
  })

  it('that nothing happened to has the very dwells it had', () => {
    const asset = watched([fence({ entryWait: 0 }), fence({ id: 'g', x: 50, x2: 60 })])
    asset.see('10:00', inside)
    const { dwells } = asset.track
    asset.see('10:01', { ...inside, y: 29 })
    expect(asset.track.dwells).toBe(dwells)
  })
})
