import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, externalId } from '../shapes/common.ts'
import { connection, mapLanes, mapLanesForm } from '../shapes/map-lanes.ts'

const params = z.object({ mapId: externalId })

export const mapLanesCalls = {
  getMapLanes: defineCall(routes.getMapLanes, {
    summary: 'The lanes of a map, and the stops of lifts, stairs and passages on it',
    params,
    response: z.object({ data: mapLanes }),
  }),
  saveMapLanes: defineCall(routes.saveMapLanes, {
    summary: 'Replace the lanes and stops of a map',
    params,
    body: mapLanesForm,
    response: ack.extend({ data: mapLanes }),
  }),
  connections: defineCall(routes.connections, {
    summary: 'Every lift, stairs and passage with its stops on all maps, by kind and name',
    response: z.object({ data: z.array(connection) }),
  }),
}
