import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, timeRange } from '../shapes/common.ts'
import { jobAnswer } from '../shapes/job.ts'
import { mirthDelivery, mirthField, mirthTest } from '../shapes/mirth.ts'

const body = z.object({ Field: mirthField })
const period = timeRange.safeExtend({ Field: mirthField })

export const mirthCalls = {
  mirthDeliveries: defineCall(routes.mirthDeliveries, {
    summary: 'How deliveries go, and the addresses to which integrations push',
    response: z.object({
      data: z.array(mirthDelivery),
      /** maximum number and age in days of items that wait for an address */
      limits: z.object({ things: z.number(), days: z.number() }),
      /** addresses of the ingestion endpoints, by their kind of item */
      endpoints: z.record(z.string(), z.string()),
    }),
  }),
  testMirthAddress: defineCall(routes.testMirthAddress, {
    summary: 'Send a test to a saved address: its status and the beginning of its answer',
    body,
    response: z.object({ data: mirthTest }),
  }),
  pauseMirthAddress: defineCall(routes.pauseMirthAddress, {
    summary: 'Pause deliveries to an address, or resume them; what waits is kept',
    body: body.extend({ paused: z.boolean() }),
    response: ack,
  }),
  makeMirthSecret: defineCall(routes.makeMirthSecret, {
    summary:
      'Make the secret that deliveries to an address are signed with; the one before signs too for a day',
    body,
    response: ack.extend({ secret: z.string() }),
  }),
  countMirthRedelivery: defineCall(routes.countMirthRedelivery, {
    summary: 'How many things a redelivery would deliver again',
    body: period,
    response: z.object({ count: z.number() }),
  }),
  startMirthRedelivery: defineCall(routes.startMirthRedelivery, {
    summary: 'Deliver the things of a period again',
    body: period,
    response: ack.extend({ data: jobAnswer }),
  }),
}
