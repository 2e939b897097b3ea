import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createClaimService } from './asset-claims.service.ts'

/** Serves the calls with which people claim assets and report missing ones. */
export function assetClaimRoutes(parts: Pick<ServiceParts, 'db' | 'bus'>): ServedCall<Actor>[] {
  const claims = createClaimService(parts)
  return [
    serve(calls.claimAsset)<Actor>(claims.claim),
    serve(calls.releaseAsset)<Actor>(claims.release),
    serve(calls.reportAssetMissing)<Actor>(claims.report),
    serve(calls.withdrawMissingReport)<Actor>(claims.withdraw),
  ]
}
