import { z } from 'zod'
import { SCOPES } from '../routes/route-spec.ts'
import { id, iso } from './common.ts'

/** Whom an ingestion key speaks for: one provider, or an integration that speaks for several. */
export const KEY_KINDS = ['provider', 'integration'] as const

/** An ingestion key, without its text. */
export const ingestKey = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  provider: z.string().optional(),
  scopes: z.array(z.enum(SCOPES)),
  /** how its text begins */
  prefix: z.string(),
  createdAt: iso,
  lastUsedAt: iso.optional(),
  revokedAt: iso.optional(),
  /** another key takes its place; it is good until then */
  expiresAt: iso.optional(),
})

/** {@link ingestKey} */
export type IngestKey = z.output<typeof ingestKey>
