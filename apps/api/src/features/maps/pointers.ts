import type { ServiceParts } from '@wardtrack/access'
import { type AssetPointer, type AssetRef, messages } from '@wardtrack/contracts'
import type { AssetDoc, ReadCriteria, StoredLocation } from '@wardtrack/database'
import { mayKnowType, PATIENT, type Viewer } from '@wardtrack/patient-rule'
import { invalidMember } from '@wardtrack/service-kit'
import { type AssetFilter, toLocation } from '../assets/index.ts'

/** Most pointers an answer holds. */
const MAX_POINTERS = 5_000

/** So many open alerts are read whole. */
const FEW_OPEN_ALERTS = 1_000

const SHOWN = {
  AssetType: 1,
  AssetId: 1,
  CurrentLocation: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.PrimaryCategory': 1,
  'Fields.BatteryLevel': 1,
  'Fields.WifiStrength': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  'Fields.Mappings': 1,
} as const

type Shown = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'> & { CurrentLocation: StoredLocation }

/** Checks that criteria say which map, and which type where that is asked for. @throws ApiError 400 */
export function checkPointerCriteria(criteria: ReadCriteria, needsType: boolean): void {
  const names = (path: string): boolean => criteria.conditions.some((condition) => condition.path === path)
  if (!names('CurrentLocation.mapId')) throw invalidMember('CurrentLocation.mapId', messages.mapNeeded)
  if (needsType && !names('AssetType')) throw invalidMember('AssetType', messages.assetTypeNeeded)
}

/** Assets of a filter as points of a map, by type and id. */
export async function pointersOf(
  { db }: ServiceParts,
  viewer: Viewer,
  filter: AssetFilter,
): Promise<{ data: AssetPointer[]; truncated: boolean }> {
  const found = await db.assets
    .find<Shown>(filter, { projection: SHOWN })
    .limit(MAX_POINTERS + 1)
    .toArray()
  const shown = found.slice(0, MAX_POINTERS)
  const alerted = await alertedAmong(db, shown)
  const data = shown.map((doc) => toPointer(doc, viewer, alerted.has(doc._id.toHexString())))
  return { data: data.sort(byTypeAndId), truncated: found.length > MAX_POINTERS }
}

/** Which of the assets have an alert that nobody has resolved. */
async function alertedAmong(
  db: ServiceParts['db'],
  shown: readonly Pick<Shown, '_id'>[],
): Promise<ReadonlySet<string>> {
  if (shown.length === 0) return new Set()
  const open = (of: object) =>
    db.geofenceAlerts.find({ unresolved: true, ...of }, { projection: { _id: 0, asset: 1 } })
  // Looking each of thousands of assets up takes far longer than reading what is open, unless that is a lot.
  const first = await open({}).limit(FEW_OPEN_ALERTS).toArray()
  const alerts =
    first.length < FEW_OPEN_ALERTS
      ? first
      : await open({ asset: { $in: shown.map(({ _id }) => _id) } }).toArray()
  return new Set(alerts.map(({ asset }) => asset.toHexString()))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTypeAndId = (a: AssetPointer, b: AssetPointer): number =>
  order(a.AssetType, b.AssetType) || order(a.AssetId, b.AssetId)

function toPointer(doc: Shown, viewer: Viewer, isAlerted: boolean): AssetPointer {
  const { Fields } = doc
  const linked = (type: string): AssetRef[] => Fields.Mappings?.[type] ?? []
  return {
    _id: doc._id.toHexString(),
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    CurrentLocation: toLocation(doc.CurrentLocation),
    icon_type: isAlerted ? 2 : 1,
    ...text('Battery', below(Fields['BatteryLevel'], 'Level')),
    ...text('WiFi', below(Fields['WifiStrength'], 'Strength')),
    ...text('DeviceStatus', Fields['DeviceStatus']),
    ...text('InfusionStatus', Fields['InfusionStatus']),
    Fields: {
      ...text('AssetName', Fields['AssetName']),
      ...text('SerialNo', Fields['SerialNo']),
      ...text('PrimaryCategory', Fields['PrimaryCategory']),
      Clinicians: linked('Clinician'),
      Equipments: linked('Equipment'),
      ...(mayKnowType(viewer, PATIENT) ? { Patients: linked(PATIENT) } : {}),
    },
  }
}

const below = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const text = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' ? { [name]: value } : {}) as { [P in N]?: string }
