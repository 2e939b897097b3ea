import { z } from 'zod'
import { id, iso, revision } from './common.ts'

/** A privilege: `routes` and `allowedPagesRoute` are the same list. */
export const privilege = z.object({
  _id: id,
  privilegeName: z.string(),
  description: z.string(),
  routes: z.array(z.string()),
  apis: z.array(z.string()),
  allowedPagesRoute: z.array(z.string()),
  revision,
})
/** A stored file below var/uploads/images. */
export const storedFile = z.object({ path: z.string(), size: z.number(), modifiedAt: iso })
/** {@link privilege} */
export type Privilege = z.output<typeof privilege>
/** {@link storedFile} */
export type StoredFile = z.output<typeof storedFile>
