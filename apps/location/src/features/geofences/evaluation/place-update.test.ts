import { type StoredLocation, Types } from '@wardtrack/database'
import { expect, test } from 'vitest'
import { placeUpdate } from './place-update.ts'

const _id = new Types.ObjectId()
const fullPath = { Level_1: 'Site', Level_2: 'Ward' }
const since = new Date(1_000)
const location: StoredLocation = {
  mapId: 'floor',
  hierarchyId: 'ward',
  fullPath,
  xCenterPoint: 1,
  yCenterPoint: 2,
  imageSize: '100x100',
  provider: 'centrak',
  byPrimaryTag: true,
  time: new Date(2_000),
  since,
}
const next: StoredLocation = { ...location, xCenterPoint: 3, yCenterPoint: 4, time: new Date(3_000) }
const dwells: [] = []
const updateTo = (after: StoredLocation, before: StoredLocation = location) =>
  placeUpdate(_id, { before: { rev: 7, location: before, dwells }, location: after, dwells, raised: [] })

test('writes only point and time of a place in the same visit', () => {
  const update = updateTo(next)
  expect(update.q).toEqual({ _id, PlaceRev: 7 })
  expect(update.u).toEqual({
    $set: {
      PlaceRev: 8,
      'CurrentLocation.time': next.time,
      'CurrentLocation.xCenterPoint': 3,
      'CurrentLocation.yCenterPoint': 4,
    },
  })
})

const { byPrimaryTag: _tag, ...byAnotherTag } = next
const { since: _since, ...withoutSince } = next
test.each([
  ['of another map', { ...next, mapId: 'other' }],
  ['of another place', { ...next, hierarchyId: 'other' }],
  ['of another path', { ...next, fullPath: { ...fullPath } }],
  ['of another image', { ...next, imageSize: '200x200' }],
  ['by another provider', { ...next, provider: 'midmark' }],
  ['by another tag', byAnotherTag],
  ['of another visit', { ...next, since: new Date(2_500) }],
  ['of which nobody knows when its visit began', withoutSince],
])('writes a whole place %s', (_what, after) => {
  expect(updateTo(after).u).toEqual({ $set: { PlaceRev: 8, CurrentLocation: after } })
})

test('replaces a whole place if the start of its visit was unknown', () => {
  const { since: _unknown, ...before } = location
  expect(updateTo(withoutSince, before).u).toEqual({ $set: { PlaceRev: 8, CurrentLocation: withoutSince } })
})
