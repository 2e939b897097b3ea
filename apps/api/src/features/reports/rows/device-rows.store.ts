import type { SessionActor } from '@wardtrack/access'
import type { DeviceRow } from '@wardtrack/contracts'
import { type AssetDoc, trusted } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import type { ShownAsset } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { toDeviceRow } from './placed-asset-pages.ts'

/** What is read of an asset for its row. */
const DEVICE_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.BatteryLevel': 1,
  'Fields.WifiStrength': 1,
  CurrentLocation: 1,
} as const
/** Ids that one query names: each is a walk of the index. */
const IDS_AT_A_TIME = 500
/** What the pages call equipment. */
const EQUIPMENT_NAMES = ['battery', 'wifi']

/**
 * Rows of the assets with some ids, in the order of the ids; those that nobody has, and patients without the flag, are
 * left out.
 */
export async function findDeviceRows(
  { db }: Pick<ReportParts, 'db'>,
  actor: SessionActor,
  { Ids, type = 'Equipment' }: { Ids: readonly string[]; type?: string | undefined },
): Promise<{ rows: DeviceRow[]; shownAssets: readonly ShownAsset[] }> {
  const AssetType = EQUIPMENT_NAMES.includes(type) ? 'Equipment' : type
  if (!mayKnowType(actor, AssetType)) return { rows: [], shownAssets: [] }
  const found = new Map<string, AssetDoc>()
  for (let start = 0; start < Ids.length; start += IDS_AT_A_TIME) {
    const AssetId = trusted({ $in: Ids.slice(start, start + IDS_AT_A_TIME) })
    const docs = await db.models.assets.find({ AssetType, AssetId }).select(DEVICE_FIELDS)
    for (const doc of docs) found.set(doc.AssetId, doc)
  }
  const shownAssets = [...new Set(Ids)].flatMap((id) => found.get(id) ?? [])
  return { rows: Ids.flatMap((id) => found.get(id) ?? []).map(toDeviceRow), shownAssets }
}
