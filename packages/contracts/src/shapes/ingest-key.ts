import { z } from 'zod'
import { SCOPES } from '../routes/route-spec.ts'
import { id, iso } from './common.ts'

/** Kinds of ingestion keys: for one provider, or for an integration with several. */
export const KEY_KINDS = ['provider', 'integration'] as const

/** An ingestion key, without its text. */
export const ingestKey = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  provider: z.string().optional(),
  scopes: z.array(z.enum(SCOPES)),
  /** beginning of its text */
  prefix: z.string(),
  createdAt: iso,
  lastUsedAt: iso.optional(),
  revokedAt: iso.optional(),
  /** end of the validity of a replaced key */
  expiresAt: iso.optional(),
})

/** {@link ingestKey} */
export type IngestKey = z.output<typeof ingestKey>
