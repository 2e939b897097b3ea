import { createSchema, type DocumentOf, optional, required } from '../members.ts'

export const queueRouteSchema = createSchema('queueRoutes', {
  /** name of the ingestion endpoint */
  _id: required(String),
  /** whether its events go through the brokers from `from` on; until then it is the other way round */
  isQueued: required(Boolean),
  from: required(Date),
  /** it was switched off because the brokers were out of reach */
  isOutage: optional(Boolean),
  /** of the newest change */
  revision: optional(String),
})
/** Which way the events of an endpoint go, in all processes from the same moment on. */
export type QueueRouteDoc = DocumentOf<typeof queueRouteSchema>
