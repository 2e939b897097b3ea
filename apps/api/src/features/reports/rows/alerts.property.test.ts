import {
  type AssetDoc,
  type DeviceAlarmDoc,
  EVERYBODY,
  type GeofenceAlertDoc,
  type RuleFiringDoc,
  type StateStretchDoc,
  summaryId,
} from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  levelsOf,
  newId,
  openReportTest,
  PLACE_IDS,
  PLACES,
  type ReportTest,
} from '../testing/report-test.ts'

/** Times of events in minutes; no two events share a time. */
const STEPS = 200
const START = Math.floor((Date.now() - (STEPS + 30) * 60_000) / 60_000) * 60_000
const timeOf = (step: number): Date => new Date(START + step * 60_000)

type Happening = {
  kind: 'alert' | 'firing' | 'condition' | 'alarm'
  asset: AssetDoc
  place: string
  step: number
  isOver: boolean
  battery: string
}

let api: ReportTest
let happenings: Happening[]
beforeAll(async () => {
  api = await openReportTest()
  const happening = fc.record({
    kind: fc.constantFrom('alert' as const, 'firing' as const, 'condition' as const, 'alarm' as const),
    asset: fc.constantFrom(...api.assets),
    place: fc.constantFrom(...PLACE_IDS),
    isOver: fc.boolean(),
    battery: fc.constantFrom('', 'LEVEL_1', 'LEVEL_4'),
  })
  const all =
    fc.sample(fc.array(happening, { minLength: STEPS, maxLength: STEPS }), { numRuns: 1, seed: 11 })[0] ?? []
  happenings = all.map((entry, step) => ({ ...entry, step }))
  const docsOf = <D>(kind: Happening['kind'], toDoc: (entry: Happening) => D): D[] =>
    happenings.filter((entry) => entry.kind === kind).map(toDoc)
  const { driver } = api.parts.db
  await driver.geofenceAlerts.insertMany(docsOf('alert', alertDoc))
  await driver.ruleFirings.insertMany(docsOf('firing', firingDoc))
  await driver.stateStretches.insertMany(docsOf('condition', stretchDoc))
  // Events without recipients, between the others.
  await driver.stateStretches.insertMany(
    api.assets.map((asset) => {
      const { condition: _condition, ...doc } = stretchDoc({ ...happenings[0], asset } as Happening)
      return { ...doc, _id: `${doc._id} other` }
    }),
  )
  await driver.deviceAlarms.insertMany(docsOf('alarm', alarmDoc))
})
afterAll(() => api.close())

const pathOf = (place: string): string => (PLACES[place] ?? []).join('>')
const named = ({ AssetType, AssetId, _id: asset }: AssetDoc) => ({ asset, AssetType, AssetId })

const alertDoc = ({ asset, place, step, isOver, battery }: Happening): GeofenceAlertDoc => ({
  _id: `alert ${step}`,
  kind: 'Entry',
  status: isOver ? 'resolved' : 'open',
  ...(isOver ? {} : { unresolved: true as const }),
  ...named(asset),
  ofPatient: asset.AssetType === 'Patient',
  fence: { Name: 'Door' } as GeofenceAlertDoc['fence'],
  location: { mapId: null, fullPath: levelsOf(place), xCenterPoint: 1, yCenterPoint: 1 },
  then: { BatteryCode: battery, Clinicians: [] },
  SearchText: '',
  SearchGrams: [],
  eventTime: timeOf(step),
  createdAt: timeOf(STEPS - step),
})

const firingDoc = ({ asset, place, step, battery }: Happening): RuleFiringDoc => ({
  _id: `firing ${step}`,
  notification: 'storm',
  ...named(asset),
  ofPatient: asset.AssetType === 'Patient',
  audience: [EVERYBODY],
  Name: 'Watch',
  field: 'Status',
  value: 'x',
  place: pathOf(place),
  Battery: battery,
  eventTime: timeOf(step),
  createdAt: timeOf(STEPS - step),
})

const stretchDoc = ({ asset, place, step, isOver, battery }: Happening): StateStretchDoc => ({
  _id: summaryId(timeOf(step), asset._id.toHexString(), 'BatteryLevel'),
  asset: asset._id,
  AssetType: asset.AssetType,
  field: 'BatteryLevel',
  value: 'LEVEL_1',
  from: timeOf(step),
  to: isOver ? timeOf(step + 1) : null,
  condition: { at: timeOf(step), Location: pathOf(place), Battery: battery },
})

const alarmDoc = ({ asset, place, step, battery }: Happening): DeviceAlarmDoc => ({
  _id: newId().toHexString() + step,
  asset: asset._id,
  AssetType: asset.AssetType,
  time: timeOf(step),
  code: 'A1',
  text: 'Occlusion',
  priority: 'High',
  Location: pathOf(place),
  Battery: battery,
})

/** Members of a row besides those that all rows show of their asset. */
const TOLD: Record<Happening['kind'], (entry: Happening) => object> = {
  alert: ({ isOver, battery }) => ({
    Status: isOver ? 'resolved' : 'open',
    Battery: battery,
    Event: 'Geofence Entry: Door',
  }),
  firing: ({ battery }) => ({ Status: 'raised', Battery: battery, Event: 'Watch: Status x' }),
  condition: ({ isOver, battery, step }) => ({
    Status: isOver ? 'cleared' : 'active',
    Battery: battery,
    Event: 'Battery LEVEL_1',
    ...(isOver ? { clearedAt: timeOf(step + 1).toISOString() } : {}),
  }),
  alarm: ({ battery }) => ({ Status: 'raised', Battery: battery, Event: 'A1 Occlusion', priority: 'High' }),
}
const rowOf = (entry: Happening): object => {
  const { asset, place, step } = entry
  return {
    id: expect.any(String),
    AssetId: asset.AssetId,
    AssetType: asset.AssetType,
    Type: asset.AssetType,
    Name: asset.Fields['AssetName'],
    SerialNo: asset.Fields['SerialNo'],
    Category: asset.Fields['PrimaryCategory'],
    Location: pathOf(place),
    createdAt: timeOf(step).toISOString(),
    ...TOLD[entry.kind](entry),
  }
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const REPORTS: { page: string; kinds: Happening['kind'][] }[] = [
  { page: 'rtls-alert', kinds: ['alert', 'firing'] },
  { page: 'rtls-alarm', kinds: ['condition'] },
  { page: 'mednet-alarm', kinds: ['alarm'] },
]
const question = fc.record({
  report: fc.constantFrom(...REPORTS),
  types: maybe(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 })),
  category: maybe(fc.constantFrom('Pump', 'Bed', 'Zebulon')),
  from: fc.integer({ min: 0, max: STEPS / 2 }),
  to: fc.integer({ min: STEPS / 2, max: STEPS + 1 }),
  floor: maybe(fc.constantFrom('Tower', 'Annex')),
  page: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 30 }),
  ascending: fc.boolean(),
  flagged: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const oracle = ({ report, types, category, from, to, floor, ascending, flagged }: Question): object[] =>
  happenings
    .filter(({ kind }) => report.kinds.includes(kind))
    .filter(
      ({ asset: { AssetType } }) =>
        (!types || types.includes(AssetType)) && (flagged || AssetType !== 'Patient'),
    )
    .filter(({ asset }) => !category || asset.Fields['PrimaryCategory'] === category)
    .filter(({ place, step }) => (!floor || PLACES[place]?.[1] === floor) && step >= from && step < to)
    .sort((a, b) => (a.step - b.step) * (ascending ? 1 : -1))
    .map(rowOf)

test('events match those of a plain implementation, in pages and in the file', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      const { report, types, category, from, to, floor, page, size, ascending, flagged } = generated
      const expected = oracle(generated)
      const body = {
        items: [
          ...(types ? [{ AssetType: types }] : []),
          ...(category ? [{ 'Fields.PrimaryCategory': category }] : []),
          ...(floor ? [{ 'CurrentLocation.level.Level_2': floor }] : []),
          { createdAt: { $gte: timeOf(from).toISOString(), $lt: timeOf(to).toISOString() } },
        ],
        sort: [{ sortField: 'createdAt', sortDirection: ascending ? 1 : -1 }],
        pagination: { currentPage: page, items: size },
      }
      const headers = flagged ? api.people.admin : api.people.noPatients
      const answer = await api.post(`/api/report.getFilterDataForReport/${report.page}`, body, headers)
      expect(answer.status).toBe(200)
      const start = (page - 1) * size
      expect(answer.body).toEqual({ assets: expected.slice(start, start + size), maxAssets: expected.length })
      const file = await api.post(`/api/report.exportCsv/${report.page}`, body, headers)
      expect(file.text.split('\r\n')).toHaveLength(expected.length + 2)
    }),
    { numRuns: 60 },
  )
})
