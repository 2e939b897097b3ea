import { EVERYBODY, type NotificationDoc, type NotifiedAsset, pathText } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import type { FiredEntry } from './fired-entry.ts'
import type { RuleAudiences } from './rule-audiences.ts'

/** The document of a notification about one asset. */
export function notificationDoc(entry: FiredEntry, audiences: RuleAudiences): NotificationDoc {
  const { asset, pending } = entry
  const { id, kind, rule, name, priority, field, value } = pending
  return {
    _id: id,
    kind,
    rule,
    Name: name,
    Priority: priority,
    AssetType: asset.AssetType,
    ofPatient: asset.AssetType === PATIENT,
    audience: [...(audiences.get(rule) ?? [EVERYBODY])],
    field,
    ...(value === undefined ? {} : { value }),
    entries: [notifiedAsset(entry)],
    createdAt: new Date(),
  }
}

/** What a notification keeps of an asset. */
export function notifiedAsset({ asset, pending }: FiredEntry): NotifiedAsset {
  const { _id, AssetType, AssetId, CurrentLocation } = asset
  return {
    id: pending.id,
    asset: _id,
    AssetType,
    AssetId,
    place: CurrentLocation ? pathText(CurrentLocation.fullPath) : '',
    at: new Date(),
  }
}
