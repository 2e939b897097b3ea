import { type AssetDoc, type GeofenceDoc, Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  levelsOf,
  openReportTest,
  PLACE_IDS,
  PLACES,
  type ReportTest,
  visitDocs,
} from '../testing/report-test.ts'

const START = Date.UTC(2026, 5, 1)
const timeOf = (step: number): Date => new Date(START + step * 60_000)
const SEEDS = 12

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const FENCES = ['Door', 'Hall', 'Moved', 'Off', 'Ward of patients']
const fenceDocs = (): GeofenceDoc[] =>
  FENCES.map((Name) => ({
    _id: new Types.ObjectId(),
    Name,
    nameKey: Name.toLowerCase(),
    Type: 'Safe',
    AssetTypes: Name === 'Ward of patients' ? ['Patient'] : ['Equipment', 'Patient'],
    MapId: 'm1',
    Coordinates: { x: 1, y: 1, x2: 2, y2: 2, w: 1, h: 1 },
    EntryTrigger: false,
    EntryTriggerWaitTime: 0,
    ExitTrigger: false,
    ExitTriggerWaitTime: 0,
    Enabled: Name !== 'Off',
    activeFrom: timeOf(Name === 'Moved' ? 1 : 0),
    __v: 0,
    createdAt: timeOf(0),
    updatedAt: timeOf(0),
  }))

type Dwell = { fence: string; inside: boolean; step: number }
/** `arrivalIn`: source of the asset's arrival time at its place, depending on retention and late positions. */
type Present = {
  at: string | undefined
  home: string | undefined
  arrivalIn: 'place' | 'visit' | 'both'
  dwells: Dwell[]
}
const dwell = fc.record({
  fence: fc.constantFrom(...FENCES),
  inside: fc.boolean(),
  step: fc.integer({ min: 1, max: 60 }),
})
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const present: fc.Arbitrary<Present> = fc.record({
  at: maybe(fc.constantFrom(...PLACE_IDS)),
  home: maybe(fc.constantFrom(...PLACE_IDS)),
  arrivalIn: fc.constantFrom('place', 'visit', 'both'),
  dwells: fc.uniqueArray(dwell, { maxLength: 4, selector: ({ fence }) => fence }),
})
const question = fc.record({
  presents: fc.array(present, { minLength: 8, maxLength: 8 }),
  types: maybe(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 })),
  fences: maybe(fc.subarray(FENCES, { minLength: 1 })),
  since: maybe(fc.integer({ min: 1, max: 60 })),
  page: fc.integer({ min: 1, max: 2 }),
  size: fc.integer({ min: 1, max: 6 }),
  flagged: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

/** Places the assets as a question states. */
async function store({ presents }: Question, fences: readonly GeofenceDoc[]): Promise<void> {
  const { driver } = api.parts.db
  await Promise.all([driver.geofences.deleteMany(), driver.visits.deleteMany()])
  await driver.geofences.insertMany([...fences])
  const idOf = (name: string): string => fences.find(({ Name }) => Name === name)?._id.toHexString() ?? ''
  const stays = presents.flatMap(({ at, arrivalIn }, index) => {
    const asset = api.assets[index]
    return asset && at && arrivalIn !== 'place'
      ? [{ asset, place: at, from: timeOf(index), lastSeenAt: timeOf(index) }]
      : []
  })
  if (stays.length > 0) await driver.visits.insertMany(visitDocs(stays))
  for (const [index, { at, home, arrivalIn, dwells }] of presents.entries()) {
    const set = {
      ...(at
        ? {
            CurrentLocation: {
              mapId: 'm1',
              hierarchyId: at,
              fullPath: levelsOf(at),
              xCenterPoint: null,
              yCenterPoint: null,
              time: timeOf(90),
              ...(arrivalIn === 'visit' ? {} : { since: timeOf(index) }),
            },
          }
        : {}),
      ...(home ? { HomeLocation: { fullPath: levelsOf(home) } } : {}),
      Fences: {
        dwells: dwells.map(({ fence, inside, step }) => ({
          fence: idOf(fence),
          from: timeOf(0),
          inside,
          since: timeOf(step),
          receivedAt: timeOf(step),
        })),
      },
    }
    const _id = api.assets[index]?._id as Types.ObjectId
    await driver.assets.updateOne({ _id }, { $unset: { CurrentLocation: '', HomeLocation: '', Fences: '' } })
    await driver.assets.updateOne({ _id }, { $set: set })
  }
}

const shownAssets = ({
  presents,
  types,
  flagged,
}: Question): { asset: AssetDoc; state: Present; index: number }[] =>
  api.assets
    .flatMap((asset, index) => {
      const state = presents[index]
      return state ? [{ asset, state, index }] : []
    })
    .filter(
      ({ asset: { AssetStatus, AssetType } }) =>
        AssetStatus === 'active' && (flagged || AssetType !== 'Patient'),
    )
    .filter(({ asset }) => !types || types.includes(asset.AssetType))

function fenceOracle(generated: Question, fences: readonly GeofenceDoc[]) {
  const shown = fences
    .filter(
      ({ Enabled, AssetTypes }) =>
        Enabled && (generated.flagged || AssetTypes.some((type) => type !== 'Patient')),
    )
    .filter(({ Name }) => !generated.fences || generated.fences.includes(Name))
  const rows = shown.flatMap(({ Name, AssetTypes, _id }) =>
    shownAssets(generated)
      .flatMap(({ asset, state }) => state.dwells.map((entry) => ({ asset, entry })))
      .filter(
        ({ asset, entry }) => entry.fence === Name && entry.inside && AssetTypes.includes(asset.AssetType),
      )
      // The geofence was moved since, so earlier presences in it are ignored.
      .filter(() => Name !== 'Moved')
      .filter(({ entry }) => generated.since === undefined || entry.step >= generated.since)
      .sort((a, b) => a.entry.step - b.entry.step || Buffer.compare(a.asset._id.id, b.asset._id.id))
      .map(({ asset, entry }) => ({
        geofenceId: _id.toHexString(),
        AssetId: asset.AssetId,
        since: timeOf(entry.step).toISOString(),
      })),
  )
  const inside = (id: string): number => rows.filter(({ geofenceId }) => geofenceId === id).length
  return {
    rows,
    fences: shown.map(({ _id, Name }) => ({
      _id: _id.toHexString(),
      Name,
      inside: inside(_id.toHexString()),
    })),
  }
}

function awayOracle(generated: Question): object[] {
  const types = generated.types ?? ['Equipment']
  return shownAssets({ ...generated, types })
    .flatMap(({ asset, state: { at, home }, index }) => {
      if (!at || !home || generated.since === undefined) return at && home ? [{ asset, at, home, index }] : []
      return index >= generated.since ? [{ asset, at, home, index }] : []
    })
    .filter(({ at, home }) => (PLACES[home] ?? []).some((name, level) => PLACES[at]?.[level] !== name))
    .sort((a, b) =>
      `${a.asset.AssetId} ${a.asset.AssetType}` < `${b.asset.AssetId} ${b.asset.AssetType}` ? -1 : 1,
    )
    .map(({ asset, at, home, index }) => ({
      AssetId: asset.AssetId,
      AssetType: asset.AssetType,
      AssetName: asset.Fields['AssetName'],
      CurrentLocation: (PLACES[at] ?? []).join('>'),
      HomeLocation: (PLACES[home] ?? []).join('>'),
      from: (PLACES[home] ?? []).join('>'),
      to: (PLACES[at] ?? []).join('>'),
      createdAt: timeOf(index).toISOString(),
    }))
}

test('presences in geofences and assets away from home match a plain implementation, in pages and in the file', async () => {
  const fences = fenceDocs()
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      await store(generated, fences)
      const { types, since, page, size } = generated
      const headers = generated.flagged ? api.people.admin : api.people.noPatients
      const items = [
        ...(types ? [{ AssetType: types }] : []),
        ...(since === undefined ? [] : [{ createdAt: { $gte: timeOf(since).toISOString() } }]),
      ]
      const pagination = { currentPage: page, items: size }
      const start = (page - 1) * size
      const expected = fenceOracle(generated, fences)
      const ofFences = {
        items: [...items, ...(generated.fences ? [{ Geofence: generated.fences }] : [])],
        pagination,
      }
      const inside = await api.post('/api/report.getFilterDataForReport/fence-status', ofFences, headers)
      expect(inside.body).toMatchObject({
        assets: expected.rows.slice(start, start + size),
        maxAssets: expected.rows.length,
        fences: expected.fences,
      })
      expect(inside.body.fences).toHaveLength(expected.fences.length)
      const away = awayOracle(generated)
      const found = await api.post('/api/report.movementVsTime', { items, pagination }, headers)
      expect(found.body).toEqual({ assets: away.slice(start, start + size), maxAssets: away.length })
      const file = await api.post('/api/report.exportCsv/movement-vs-time', { items }, headers)
      expect(file.text.split('\r\n')).toHaveLength(away.length + 2)
      const listed = await api.post('/api/report.exportCsv/status-fence', ofFences, headers)
      expect(listed.text.split('\r\n')).toHaveLength(expected.rows.length + 2)
    }),
    { numRuns: SEEDS },
  )
})
