import { z } from 'zod'
import { CONNECTION_KINDS, LANE_LIMITS } from '../lane-limits.ts'
import { id, revision, shortName } from './common.ts'

const { lanes, points, stops } = LANE_LIMITS
const coordinates = { x: z.number(), y: z.number() }

/** A line along the middle of a corridor, in pixels of the map's image. */
export const mapLane = z.object({ points: z.array(z.object(coordinates)).min(2).max(points) })

/**
 * Entrance of a lift, stairs or a passage, in pixels of the map's image. Stops of the same kind and name, regardless
 * of case, are one connection.
 */
export const mapStop = z.object({ kind: z.enum(CONNECTION_KINDS), name: shortName, ...coordinates })

const hasFewPoints = (drawn: readonly { points: readonly unknown[] }[]): boolean =>
  drawn.reduce((sum, lane) => sum + lane.points.length, 0) <= points

/** Lanes and stops of a map, as sent. */
export const mapLanesForm = z.object({
  lanes: z
    .array(mapLane)
    .max(lanes)
    .refine(hasFewPoints, `At most ${points.toLocaleString('en-US')} points.`),
  stops: z.array(mapStop).max(stops),
  revision: revision.optional(),
})

/** Lanes and stops of a map; empty if none were drawn yet. */
export const mapLanes = z.object({
  mapId: id,
  lanes: z.array(mapLane),
  stops: z.array(mapStop),
  revision,
})

/**
 * A connection between maps with its stops, sorted by the names of their places from the lowest floor to the highest.
 */
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
