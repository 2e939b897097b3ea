import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages, routes } from '@wardtrack/contracts'
import type { Jobs } from '@wardtrack/jobs'
import { type Request, type ServedCall, serve } from '@wardtrack/service-kit'
import { toJobAnswer } from '../jobs/jobs.routes.ts'
import { pushAddress } from '../providers/index.ts'
import { mirthDeliveryStates } from './delivery-states.ts'
import { createMirthService } from './mirth.service.ts'

/** Creates the calls about deliveries to Mirth. */
export function mirthRoutes(parts: ServiceParts, jobs: Jobs): ServedCall<Actor>[] {
  const mirth = createMirthService(parts, jobs)
  return [
    serve(calls.mirthDeliveries)<Actor>(async (_input, { actor, request }) => ({
      data: await mirthDeliveryStates(parts, sessionOf(actor)),
      limits: { things: parts.limits.outbox, days: parts.limits.outboxDays },
      endpoints: endpointsOf(parts, request),
    })),
    serve(calls.testMirthAddress)<Actor>(async ({ body }, { target }) => {
      target('mirth-address', body.Field)
      return { data: await mirth.test(body.Field) }
    }),
    serve(calls.pauseMirthAddress)<Actor>(async ({ body: { Field, paused } }, { actor, target }) => {
      target('mirth-address', Field)
      await mirth.pause(Field, paused, sessionOf(actor))
      return { err: 0, message: paused ? messages.mirthPaused : messages.mirthResumed }
    }),
    serve(calls.makeMirthSecret)<Actor>(async ({ body }, { target }) => {
      target('mirth-address', body.Field)
      return { err: 0, message: messages.mirthSecretMade, secret: await mirth.makeSecret(body.Field) }
    }),
    serve(calls.countMirthRedelivery)<Actor>(async ({ body }, { actor }) => ({
      count: await mirth.countRedelivery(body, sessionOf(actor)),
    })),
    serve(calls.startMirthRedelivery)<Actor>(async ({ body }, { actor, target }) => {
      target('mirth-address', body.Field)
      const job = await mirth.redeliver(body, sessionOf(actor))
      return { err: 0, message: messages.mirthRedelivery, data: toJobAnswer(job) }
    }),
  ]
}

/** Returns the addresses to which integrations push data. */
const endpointsOf = (parts: ServiceParts, request: Request): Record<string, string> => ({
  AssetLocation: pushAddress(parts, request, routes.ingestLocations),
  Asset: pushAddress(parts, request, routes.ingestAssets),
  AssetAssociation: pushAddress(parts, request, routes.ingestAssociations),
  LocationHierarchy: pushAddress(parts, request, routes.ingestHierarchies),
  DeviceStatus: pushAddress(parts, request, routes.ingestDeviceStatus),
})
