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

/** Creates an asset whose positions can be reported; its alerts read as `Entry 10:05`. */
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

describe('a wait', () => {
  const waits = { entryWait: 5 * MINUTE, exitWait: 5 * MINUTE }

  it('that ends at 10:05 raises the alert for 10:05 with the place known at that time', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    const insideBeside = { ...inside, x: 11 }
    asset.see('10:06', insideBeside)
    asset.see('10:20', insideBeside)
    expect(asset.alerts()).toEqual(['Entry 10:05'])
    expect(asset.raised[0]?.place).toBe(inside)
  })

  it('is cancelled by a position outside before its end, whenever received, and restarts at the next entry', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    asset.see('10:04', outside, '10:59')
    asset.see('10:06', inside, '10:59')
    asset.see('10:10', inside, '10:59')
    expect(asset.alerts()).toEqual([])
    asset.see('10:11', inside, '10:59')
    expect(asset.alerts()).toEqual(['Entry 10:11'])
  })

  it('continues without events from the receipt of the change, and ends once', () => {
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

  it('outside ends when the asset re-enters, and its dwell is kept only while it runs', () => {
    const asset = watched([fence({ exitWait: 5 * MINUTE })])
    asset.see('10:00', inside)
    asset.see('10:01', { mapId: 'm2', x: 20, y: 30 })
    asset.see('10:05', inside)
    asset.see('10:07', { mapId: null, x: null, y: null })
    asset.see('10:12', outside)
    expect(asset.alerts()).toEqual(['Exit 10:12'])
    expect(asset.track.dwells).toEqual([])
  })

  it('of the entry that was not over raises no exit', () => {
    const asset = watched([fence({ entryWait: 5 * MINUTE, exitWait: MINUTE })])
    asset.see('10:00', inside)
    asset.see('10:01', outside)
    asset.see('10:09', outside)
    asset.look('10:20')
    expect(asset.alerts()).toEqual([])
    expect(asset.track.dwells).toEqual([])
  })

  it('of the exit that was not over keeps the confirmed stay, so that the later exit is raised', () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    asset.see('10:06', outside)
    asset.see('10:07', inside)
    asset.see('10:08', outside)
    asset.see('10:20', outside)
    expect(asset.alerts()).toEqual(['Entry 10:05', 'Exit 10:13'])
    asset.see('10:21', inside)
    asset.see('10:22', outside)
    asset.see('10:40', outside)
    expect(asset.alerts()).toEqual(['Entry 10:05', 'Exit 10:13'])
  })

  it("continues while the position on the fence's map is unknown", () => {
    const asset = watched([fence(waits)])
    asset.see('10:00', inside)
    asset.see('10:03', unplaced)
    asset.see('10:05', unplaced)
    expect(asset.alerts()).toEqual(['Entry 10:05'])
  })
})

describe('a changing fence', () => {
  it('counts assets inside at its activation as inside: they raise no entry, but an exit', () => {
    const asset = watched([])
    asset.see('08:00', inside)
    asset.draw(fence({ entryWait: 0, exitWait: 0 }))
    asset.see('08:59', inside, '09:01')
    asset.see('09:05', inside)
    expect(asset.track.dwells).toMatchObject([{ since: DRAWN, inside: true }])
    asset.see('09:06', outside)
    expect(asset.alerts()).toEqual(['Exit 09:06'])
  })

  it('raises no exit for an asset that was outside before its activation', () => {
    const asset = watched([])
    asset.see('08:00', inside)
    asset.draw(fence({ entryWait: 0, exitWait: 0 }))
    asset.see('08:59', outside, '09:01')
    expect(asset.alerts()).toEqual([])
    asset.see('09:02', inside)
    expect(asset.alerts()).toEqual(['Entry 09:02'])
  })

  it('ends its waits when it moves, is deleted or no longer applies to the type', () => {
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

  it('applies a new wait to later dwells only, and no wait for a disabled trigger', () => {
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
  it('is tracked while inactive, but raises no alert, not even for waits that end meanwhile', () => {
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

  it('leaves no trace when the fence does not apply to its type', () => {
    const asset = watched([fence({ entryWait: 0 })], { assetType: 'Patient', active: true })
    asset.see('10:00', inside)
    expect(asset.track.dwells).toEqual([])
    expect(asset.alerts()).toEqual([])
  })

  it('remains inside within the tolerance, but does not enter by it', () => {
    const asset = watched([fence({ entryWait: 0, exitWait: 0, toleranceX: 2, toleranceY: 1 })])
    asset.see('10:00', { mapId: 'm1', x: 21, y: 20 })
    asset.see('10:01', inside)
    asset.see('10:02', { mapId: 'm1', x: 22, y: 31 })
    expect(asset.alerts()).toEqual(['Entry 10:01'])
    asset.see('10:03', { mapId: 'm1', x: 20, y: 31.001 })
    expect(asset.alerts()).toEqual(['Entry 10:01', 'Exit 10:03'])
  })

  it('keeps the same dwells object when nothing changes', () => {
    const asset = watched([fence({ entryWait: 0 }), fence({ id: 'g', x: 50, x2: 60 })])
    asset.see('10:00', inside)
    const { dwells } = asset.track
    asset.see('10:01', { ...inside, y: 29 })
    expect(asset.track.dwells).toBe(dwells)
  })
})
