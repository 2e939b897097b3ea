import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetDeliveries } from '../mirth/index.ts'
import { createAssignmentService } from './assignments.service.ts'
import { createCustomTagService } from './custom-tags.service.ts'

/** Creates the calls of custom tags and of their assignment to assets. */
export function customTagRoutes(
  parts: ServiceParts & { rules: RuleEvaluation },
  deliveries: AssetDeliveries,
): ServedCall<Actor>[] {
  const tags = createCustomTagService(parts)
  const assignments = createAssignmentService(parts, deliveries)
  return [
    serve(calls.customTagList)<Actor>(tags.list),
    serve(calls.createCustomTag)<Actor>(tags.create),
    serve(calls.deleteCustomTag)<Actor>(tags.delete),
    serve(calls.addCustomTag)<Actor>(assignments.add),
    serve(calls.removeCustomTag)<Actor>(assignments.remove),
  ]
}
