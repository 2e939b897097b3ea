import { LEFT_OUT_REASONS, type LeftOutReason } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import type { AvailabilityQuestion, Candidate } from '@wardtrack/places'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankAssets } from './rank-assets.ts'

const NOW = 1_800_000_000_000
const ME = 'me'
const SEEN_SINCE = NOW - 30 * 60_000
const UNCLEAN_X = 500

type Drawn = {
  id: number
  mapId: string | null
  x: number | null
  agedMinutes: number
  device: string | undefined
  infusion: string | undefined
  battery: string | undefined
  claim: { user: string; leftMinutes: number } | undefined
  /** minutes between the last position and the report; negative when the asset was seen since */
  reported: number | undefined
}

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 })
const drawn: fc.Arbitrary<Drawn> = fc.record({
  id: fc.integer({ min: 0, max: 1_000_000 }),
  mapId: fc.constantFrom('m1', 'm1', 'm2', 'm3', null),
  x: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  agedMinutes: fc.constantFrom(0, 1, 29, 30, 31, 500),
  device: maybe(fc.constantFrom('comm-status-online', 'comm-status-offline', 'what')),
  infusion: maybe(fc.constantFrom('pump-status-infusing', 'pump-status--not-infusing')),
  battery: maybe(fc.constantFrom('LEVEL_1', 'LEVEL_2', 'LEVEL_4')),
  claim: maybe(fc.record({ user: fc.constantFrom(ME, 'other'), leftMinutes: fc.constantFrom(-5, 0, 1, 15) })),
  reported: maybe(fc.constantFrom(-1, 0, 3)),
})

function toCandidate(asset: Drawn): Candidate {
  const time = new Date(NOW - asset.agedMinutes * 60_000)
  return {
    _id: new Types.ObjectId(),
    AssetType: 'Equipment',
    AssetId: `E-${asset.id}`,
    Fields: {
      ...(asset.device === undefined ? {} : { DeviceStatus: asset.device }),
      ...(asset.infusion === undefined ? {} : { InfusionStatus: asset.infusion }),
      ...(asset.battery === undefined ? {} : { BatteryLevel: { Level: asset.battery } }),
    },
    CurrentLocation: { mapId: asset.mapId, fullPath: {}, xCenterPoint: asset.x, yCenterPoint: 1, time },
    ...(asset.claim
      ? {
          Claim: {
            user: asset.claim.user,
            username: asset.claim.user,
            until: new Date(NOW + asset.claim.leftMinutes * 60_000),
          },
        }
      : {}),
    ...(asset.reported === undefined
      ? {}
      : {
          Missing: {
            id: 'r',
            user: ME,
            username: ME,
            at: new Date(time.getTime() + asset.reported * 60_000),
          },
        }),
  }
}

const question: AvailabilityQuestion = {
  now: NOW,
  seenSince: SEEN_SINCE,
  user: ME,
  isUnclean: ({ xCenterPoint }) => xCenterPoint >= UNCLEAN_X,
}
/** Metres on the start map, and 100 more to the second map; the third has no known route. */
const metresTo = (mapId: string | null, x: number): number | undefined =>
  mapId === 'm1' ? x : mapId === 'm2' ? x + 100 : undefined

/** Applies the availability rules one after the other, as the specification lists them. */
function expectedReason(asset: Drawn): LeftOutReason | undefined {
  const rules: [LeftOutReason, boolean][] = [
    ['unplaced', asset.mapId === null || asset.x === null],
    ['notSeen', asset.agedMinutes > 30],
    ['offline', asset.device !== undefined && asset.device !== 'comm-status-online'],
    ['infusing', asset.infusion === 'pump-status-infusing'],
    ['lowBattery', asset.battery === 'LEVEL_1'],
    ['unclean', (asset.x ?? 0) >= UNCLEAN_X],
    ['claimed', asset.claim?.user === 'other' && asset.claim.leftMinutes > 0],
  ]
  return rules.find(([, applies]) => applies)?.[0]
}

describe('available assets', () => {
  test('are those that no rule excludes; the others are counted once, by the first rule', () => {
    fc.assert(
      fc.property(fc.uniqueArray(drawn, { selector: ({ id }) => id, maxLength: 60 }), (assets) => {
        const { assets: ranked, leftOut } = rankAssets(assets.map(toCandidate), question, (asset) => {
          const metres = metresTo(asset.CurrentLocation.mapId, asset.CurrentLocation.xCenterPoint)
          return metres === undefined ? undefined : { metres, alongLanes: false }
        })
        const expectedCounts = Object.fromEntries(
          LEFT_OUT_REASONS.map((reason) => [
            reason,
            assets.filter((asset) => expectedReason(asset) === reason).length,
          ]),
        )
        expect(leftOut).toEqual(expectedCounts)
        const key = (asset: Drawn): [number, number, string] => [
          (asset.reported ?? -1) >= 0 ? 1 : 0,
          metresTo(asset.mapId, asset.x ?? 0) ?? Number.MAX_VALUE,
          `E-${asset.id}`,
        ]
        const expected = assets
          .filter((asset) => expectedReason(asset) === undefined)
          .map(key)
          .sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1))
          .map(([, , AssetId]) => AssetId)
        expect(ranked.map(({ asset }) => asset.AssetId)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
