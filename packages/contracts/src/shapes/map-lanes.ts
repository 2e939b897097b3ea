import { z } from 'zod'
import { CONNECTION_KINDS, LANE_LIMITS } from '../lane-limits.ts'
import { id, revision, shortName } from './common.ts'

const { lanes, points, stops } = LANE_LIMITS
const coordinates = { x: z.number(), y: z.number() }

/** A line along the middle of a corridor, in pixels of the map's image. */
export const mapLane = z.object({ points: z.array(z.object(coordinates)).min(2).max(points) })

/**
 * Where a lift, stairs or a passage is entered, in pixels of the map's image. Stops of one kind and name, compared without
 * case, are one connection.
 */
export const mapStop = z.object({ kind: z.enum(CONNECTION_KINDS), name: shortName, ...coordinates })

const hasFewPoints = (drawn: readonly { points: readonly unknown[] }[]): boolean =>
  drawn.reduce((sum, lane) => sum + lane.points.length, 0) <= points

/** The lanes and stops of a map as they are sent. */
export const mapLanesForm = z.object({
  lanes: z
    .array(mapLane)
    .max(lanes)
    .refine(hasFewPoints, `At most ${points.toLocaleString('en-US')} points.`),
  stops: z.array(mapStop).max(stops),
  revision: revision.optional(),
})

/** The lanes and stops of a map; none of either where nothing was drawn yet. */
export const mapLanes = z.object({
  mapId: id,
  lanes: z.array(mapLane),
  stops: z.array(mapStop),
  revision,
})

/** What joins maps: its stops, floors from the lowest to the highest by the names of their places. */
export const connection = z.object({
  kind: z.enum(CONNECTION_KINDS),
  name: z.string(),
  stops: z.array(z.object({ mapId: id, ...coordinates })),
})

/** {@link mapLane} */
export type MapLane = z.output<typeof mapLane>
/** {@link mapStop} */
export type MapStop = z.output<typeof mapStop>
/** {@link mapLanesForm} */
export type MapLanesForm = z.output<typeof mapLanesForm>
/** {@link mapLanes} */
export type MapLanes = z.output<typeof mapLanes>
/** {@link connection} */
export type MapConnection = z.output<typeof connection>
