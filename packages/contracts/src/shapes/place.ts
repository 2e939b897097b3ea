import { z } from 'zod'
import { id } from './common.ts'

/** A map: sizes in metres, image size in pixels (null while there is no image). */
export const mapDetails = z.object({
  mapId: id,
  refName: z.string(),
  name: z.string(),
  xDimension: z.number(),
  yDimension: z.number(),
  source: z.enum(['upload', 'ingest']),
  width: z.number().nullable(),
  height: z.number().nullable(),
  dimensionsAssumed: z.boolean(),
})
/** {@link mapDetails} */
export type MapInfo = z.output<typeof mapDetails>

/** A place of the internal hierarchy with the provider places that are mapped to it. */
export const rtlsHierarchy = z.object({
  _id: id,
  hierarchyId: id,
  mapId: id.nullable(),
  fullName: z.array(z.string()),
  mappings: z.record(
    z.string(),
    z.object({ hierarchyId: id, scaling: z.object({ x: z.number(), y: z.number() }) }),
  ),
})
/** {@link rtlsHierarchy} */
export type RtlsHierarchy = z.output<typeof rtlsHierarchy>
