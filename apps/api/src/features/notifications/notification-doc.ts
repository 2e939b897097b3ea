import { EVERYBODY, type NotificationDoc, type NotifiedAsset, type RuleFiringDoc } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import type { PlacedEntry } from './fired-entry.ts'
import type { RuleAudiences } from './rule-audiences.ts'

/** Creates the document of a notification about one asset. */
export function notificationDoc(entry: PlacedEntry, audiences: RuleAudiences): NotificationDoc {
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
    eventTime: pending.eventTime,
    createdAt: new Date(),
  }
}

/** Creates the Alert Report row of a firing. @param notification id of its notification */
export function firingDoc(
  { asset, pending, then }: PlacedEntry,
  notification: string,
  audiences: RuleAudiences,
): RuleFiringDoc {
  const { id, rule, name, field, value, eventTime } = pending
  return {
    _id: id,
    notification,
    asset: asset._id,
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    ofPatient: asset.AssetType === PATIENT,
    audience: [...(audiences.get(rule) ?? [EVERYBODY])],
    Name: name,
    field,
    ...(value === undefined ? {} : { value }),
    ...then,
    eventTime,
    createdAt: new Date(),
  }
}

/** Returns the fields of an asset stored in its notification. */
export function notifiedAsset({ asset, pending, then }: PlacedEntry): NotifiedAsset {
  const { _id, AssetType, AssetId } = asset
  return {
    id: pending.id,
    asset: _id,
    AssetType,
    AssetId,
    place: then.place,
    at: new Date(),
  }
}
