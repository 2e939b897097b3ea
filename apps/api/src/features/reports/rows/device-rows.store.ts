import type { SessionActor } from '@wardtrack/access'
import type { DeviceRow } from '@wardtrack/contracts'
import { type AssetDoc, trusted } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import type { ShownAsset } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { toDeviceRow } from './placed-asset-pages.ts'

/** Asset fields read for a row. */
const DEVICE_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.BatteryLevel': 1,
  'Fields.WifiStrength': 1,
  CurrentLocation: 1,
} as const
/** Maximum ids in one query: each id costs an index lookup. */
const IDS_AT_A_TIME = 500
/** Pages that name equipment. */
const EQUIPMENT_NAMES = ['battery', 'wifi']

/**
 * Finds the rows of assets by id, in the order of the ids. Unknown ids, and patients without the flag, are left out.
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
