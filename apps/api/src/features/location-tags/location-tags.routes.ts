import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetDeliveries } from '../mirth/index.ts'
import { createLocationTagService } from './location-tags.service.ts'

/** Creates the calls of the location tags of assets, and of unassigned tags. */
export function locationTagRoutes(
  parts: ServiceParts & { rules: RuleEvaluation },
  deliveries: AssetDeliveries,
): ServedCall<Actor>[] {
  const tags = createLocationTagService(parts, deliveries)
  return [
    serve(calls.getUnassignedTags)<Actor>(tags.unassigned),
    serve(calls.addLocationTag)<Actor>(tags.add),
    serve(calls.removeLocationTag)<Actor>(tags.remove),
  ]
}
