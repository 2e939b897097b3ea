import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { storedFile } from '../shapes/access.ts'
import { ack, externalId, shortName } from '../shapes/common.ts'
import { edgeMetres, mapDetails } from '../shapes/place.ts'

const mapId = externalId.regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, _ and - only.')
const NO_FILE_NAME = 'This is no name of a file.'
/** The name is never used for the stored file. A name with folders is suspicious and is refused. */
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u, NO_FILE_NAME)
  .refine((name) => !name.includes('../') && !name.includes('..\\'), NO_FILE_NAME)
/** A side of a map, as a number or as digits of a form. */
const metres = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0.1).max(100_000))

export const fileCalls = {
  image: defineCall(routes.image, {
    summary: 'A stored image',
    produces: 'open',
    share: 'none',
    params: z.object({ path: z.string().min(1).max(500) }),
    response: z.unknown(),
  }),
  filesCount: defineCall(routes.filesCount, {
    summary: 'Number of stored images; -1 when they could not be listed',
    response: z.object({ count: z.number() }),
  }),
  filesList: defineCall(routes.filesList, {
    summary: 'Stored images below a prefix',
    query: z.object({ prefix: z.string().max(500).optional() }),
    response: z.object({ data: z.array(storedFile), count: z.number() }),
  }),
  getMap: defineCall(routes.getMap, {
    summary: 'One map',
    params: z.object({ mapId: externalId }),
    response: mapDetails,
  }),
  uploadMap: defineCall(routes.uploadMap, {
    summary: "Store a hierarchy's map image",
    invalidMessage: messages.mapImportFailed,
    bodyLimit: 16 * 1024 * 1024,
    body: z.object({
      mapData: z
        .object({
          name: shortName.optional(),
          refName: shortName.optional(),
          xDimension: metres.optional(),
          yDimension: metres.optional(),
          edgeTolerance: edgeMetres.optional(),
          mapId: mapId.optional(),
          source: z.string().optional(),
        })
        .default({}),
      hierarchyId: externalId,
      imgData: z.object({ img: z.string().min(1), fileName }),
    }),
    response: ack.extend({ status: z.literal(200), data: mapDetails }),
  }),
}
