import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { CLAIM_MINUTES, type calls, MAX_MISSING_REPORTS, messages } from '@wardtrack/contracts'
import { type AssetDoc, liveMissing } from '@wardtrack/database'
import { ApiError, type CallContext, conflict, type Handler, notFound } from '@wardtrack/service-kit'
import { claimAnswer, missingAnswer } from '../nearest-assets/index.ts'
import {
  claimAsset,
  countReports,
  findEquipment,
  releaseAsset,
  storeReport,
  withdrawReport,
} from './asset-claims.store.ts'

type ClaimService = {
  claim: Handler<Actor, typeof calls.claimAsset>
  release: Handler<Actor, typeof calls.releaseAsset>
  report: Handler<Actor, typeof calls.reportAssetMissing>
  withdraw: Handler<Actor, typeof calls.withdrawMissingReport>
}

const CLAIM_MS = CLAIM_MINUTES * 60_000

/** Creates the service for claims of assets, and for reports of assets missing from their last known place. */
export function createClaimService({ db, bus }: Pick<ServiceParts, 'db' | 'bus'>): ClaimService {
  /** @throws ApiError 404 for anything but known equipment */
  const requireEquipment = async (assetId: string, context: CallContext<Actor>): Promise<AssetDoc> => {
    const asset = await findEquipment(db, assetId)
    if (!asset) throw notFound()
    context.target('asset', asset._id.toHexString())
    return asset
  }
  const tell = ({ AssetType, AssetId }: AssetDoc): void =>
    bus.publish('asset.changed', { changes: [{ AssetType, AssetId, change: 'updated' }], tagKeys: [] })
  return {
    claim: async ({ body }, context) => {
      const asset = await requireEquipment(body.assetId, context)
      if (asset.AssetStatus !== 'active') throw conflict(messages.assetInactive)
      const claim = await claimAsset(db, asset._id, sessionOf(context.actor), Date.now())
      if (claim === 'claimed') throw conflict(messages.claimedByOthers)
      if (claim === 'too many') throw conflict(messages.tooManyClaims)
      tell(asset)
      return { err: 0 as const, message: messages.assetClaimed, claim: claimAnswer(claim) }
    },
    release: async ({ body }, context) => {
      const asset = await requireEquipment(body.assetId, context)
      if (await releaseAsset(db, asset._id, sessionOf(context.actor))) tell(asset)
      return { err: 0 as const, message: messages.assetReleased }
    },
    report: async ({ body }, context) => {
      const asset = await requireEquipment(body.assetId, context)
      const person = sessionOf(context.actor)
      const { CurrentLocation } = asset
      if (!CurrentLocation) throw conflict(messages.assetNowhere)
      const now = Date.now()
      if ((await countReports(db, person, new Date(now - CLAIM_MS))) >= MAX_MISSING_REPORTS)
        throw new ApiError('too_many_attempts', messages.tooManyReports)
      const { missing, isNew } = await storeReport(db, { ...asset, CurrentLocation }, person, now)
      context.auditDetails({ report: missing.id, seenAt: CurrentLocation.time.toISOString() })
      // A missing asset cannot be fetched, so the reporter's claim ends.
      const isReleased = await releaseAsset(db, asset._id, person)
      if (isNew || isReleased) tell(asset)
      if (isNew) bus.publish('rules.fired', { assets: [asset._id.toHexString()] })
      return { err: 0 as const, message: messages.missingReported, missing: missingAnswer(missing) }
    },
    withdraw: async ({ body }, context) => {
      const asset = await requireEquipment(body.assetId, context)
      const missing = liveMissing(asset)
      if (missing?.user !== sessionOf(context.actor).userId) throw conflict(messages.missingNotYours)
      context.auditDetails({ report: missing.id })
      await withdrawReport(db, asset._id, missing)
      tell(asset)
      return { err: 0 as const, message: messages.missingWithdrawn }
    },
  }
}
