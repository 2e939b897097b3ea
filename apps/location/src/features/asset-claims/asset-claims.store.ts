import { randomUUID } from 'node:crypto'
import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { CLAIM_MINUTES, MAX_CLAIMS } from '@wardtrack/contracts'
import {
  type AssetDoc,
  liveMissing,
  MISSING_REPORTS,
  type PendingNotification,
  type StoredClaim,
  type StoredMissing,
  trusted,
} from '@wardtrack/database'

type Db = ServiceParts['db']
type Person = Pick<SessionActor, 'userId' | 'username'>
type AssetId = AssetDoc['_id']

const MINUTE_MS = 60_000
/** Retention of reports, in milliseconds. */
const KEEP_REPORTS_MS = 90 * 86_400_000

/** Finds equipment by its id, active or inactive; undefined for any other asset. */
export async function findEquipment(db: Db, assetId: string): Promise<AssetDoc | undefined> {
  return (await db.models.assets.findOne({ AssetType: 'Equipment', AssetId: assetId })) ?? undefined
}

/** Creates a claim that begins now. */
const newClaim = ({ userId, username }: Person, now: number): StoredClaim => ({
  user: userId,
  username,
  until: new Date(now + CLAIM_MINUTES * MINUTE_MS),
})

/**
 * Claims an asset, unless another person has claimed it. One conditional write decides between concurrent people. The
 * claim is part of the asset's document, so a crash cannot leave it incomplete. An existing claim of the same person
 * is returned and not extended.
 * @returns the claim, or the reason why it was refused
 */
export async function claimAsset(
  db: Db,
  _id: AssetId,
  person: Person,
  now: number,
): Promise<StoredClaim | 'claimed' | 'too many'> {
  const present = await currentClaim(db, _id, now)
  if (present) return present.user === person.userId ? present : 'claimed'
  if ((await countClaims(db, person, now)) >= MAX_CLAIMS) return 'too many'
  const Claim = newClaim(person, now)
  const { modifiedCount } = await db.models.assets.updateOne(
    {
      _id,
      $or: [{ Claim: trusted({ $exists: false }) }, { 'Claim.until': trusted({ $lte: new Date(now) }) }],
    },
    { $set: { Claim } },
  )
  if (modifiedCount === 0) return claimAsset(db, _id, person, now)
  // Each of a person's concurrent claims counts the others here, so the limit is never exceeded.
  if ((await countClaims(db, person, now)) <= MAX_CLAIMS) return Claim
  await releaseAsset(db, _id, person)
  return 'too many'
}

async function currentClaim(db: Db, _id: AssetId, now: number): Promise<StoredClaim | undefined> {
  const asset = await db.models.assets.findOne({ _id }).select({ Claim: 1 })
  return asset?.Claim && asset.Claim.until.getTime() > now ? asset.Claim : undefined
}

const countClaims = (db: Db, { userId }: Person, now: number): PromiseLike<number> =>
  db.models.assets.countDocuments({
    'Claim.user': userId,
    'Claim.until': trusted({ $gt: new Date(now) }),
  })

/** Ends a person's claim. @returns true when the person had a claim */
export async function releaseAsset(db: Db, _id: AssetId, { userId }: Person): Promise<boolean> {
  const { modifiedCount } = await db.models.assets.updateOne(
    { _id, 'Claim.user': userId },
    { $unset: { Claim: 1 } },
  )
  return modifiedCount === 1
}

/** Counts a person's reports since a moment, without the withdrawn ones. */
export const countReports = (db: Db, { userId }: Person, since: Date): PromiseLike<number> =>
  db.models.missingReports.countDocuments({ user: userId, at: trusted({ $gte: since }) })

/** Creates the notification that informs the people responsible for the register. */
const notificationOf = ({ id, username, at }: StoredMissing): PendingNotification => ({
  id,
  kind: 'missing-report',
  rule: MISSING_REPORTS,
  name: 'Missing reports',
  priority: 'Medium',
  field: 'Missing',
  value: username,
  eventTime: at,
})

/**
 * Stores a person's report that an asset is missing from its last known place. The report is written first, so an
 * asset's reference always has its report. The write of the asset also raises the notification. An active report of
 * the same person is not repeated.
 */
export async function storeReport(
  db: Db,
  asset: AssetDoc & Required<Pick<AssetDoc, 'CurrentLocation'>>,
  { userId, username }: Person,
  now: number,
): Promise<{ missing: StoredMissing; isNew: boolean }> {
  const present = liveMissing(asset)
  if (present?.user === userId) return { missing: present, isNew: false }
  const at = new Date(Math.max(now, asset.CurrentLocation.time.getTime()))
  const missing: StoredMissing = { id: randomUUID(), user: userId, username, at }
  const { mapId, fullPath, xCenterPoint, yCenterPoint, time } = asset.CurrentLocation
  await db.models.missingReports.create({
    _id: missing.id,
    asset: asset._id,
    AssetId: asset.AssetId,
    user: userId,
    username,
    at,
    mapId,
    fullPath,
    x: xCenterPoint,
    y: yCenterPoint,
    seenAt: time,
    expiresAt: new Date(now + KEEP_REPORTS_MS),
  })
  await db.models.assets.updateOne(
    { _id: asset._id },
    { $set: { Missing: missing }, $push: { 'Rules.raised': notificationOf(missing) } },
  )
  return { missing, isNew: true }
}

/** Withdraws a report and its notification, unless the notification was already sent. */
export async function withdrawReport(db: Db, _id: AssetId, { id }: StoredMissing): Promise<void> {
  await db.models.assets.updateOne(
    { _id, 'Missing.id': id },
    { $unset: { Missing: 1 }, $pull: { 'Rules.raised': { id } } },
  )
  await db.models.missingReports.updateOne({ _id: id }, { $set: { withdrawnAt: new Date() } })
}
