import { createSchema, type DocumentOf, optional, required } from '../members.ts'

export const queueRouteSchema = createSchema('queueRoutes', {
  /** name of the ingestion endpoint */
  _id: required(String),
  /** true when events go through the brokers from time `from` on; before, the opposite applies */
  isQueued: required(Boolean),
  from: required(Date),
  /** true when the queue was switched off because the brokers were unreachable */
  isOutage: optional(Boolean),
  /** revision of the newest change */
  revision: optional(String),
})
/** The route of an endpoint's events, changed in all processes at the same moment. */
export type QueueRouteDoc = DocumentOf<typeof queueRouteSchema>
