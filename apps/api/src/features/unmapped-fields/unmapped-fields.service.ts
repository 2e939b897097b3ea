import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { UnmappedField } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import type { MetadataStore } from '../metadata/index.ts'
import { fieldsOfAssets } from './fields-of-assets.ts'
import { fieldsOfDeadLetters } from './fields-of-dead-letters.ts'
import { createNotedFields, isMapped, type NotedAsset } from './noted-fields.ts'

/** What integrations send and the metadata mapping does not name. */
export type UnmappedFields = {
  /** looks at what was taken in; returns at once and stores beside it, seldom, what is new */
  note(assets: readonly NotedAsset[], types: MetadataDoc['types']): void
  /** what was seen, newest first; of types that the reader may not know of there is nothing */
  list(actor: SessionActor): Promise<UnmappedField[]>
  /** resolves when what was noted so far is stored */
  settled(): Promise<void>
}

/** Makes it for a process. */
export function createUnmappedFields(parts: ServiceParts, metadata: MetadataStore): UnmappedFields {
  const noted = createNotedFields(parts)
  return {
    note: noted.note,
    settled: noted.settled,
    list: async (actor) => {
      const { types } = await metadata.read()
      const found = await Promise.all([
        fieldsOfAssets(parts.db, actor, types),
        fieldsOfDeadLetters(parts.db, actor),
      ])
      const fields = new Map<string, UnmappedField>()
      // Where both send it, assets keep its values: those are told.
      for (const field of found.flat()) {
        const key = `${field.type}/${field.name}`
        const isOffered = Object.hasOwn(types, field.type) && !isMapped(types, field.type, field.name)
        if (isOffered && !fields.has(key)) fields.set(key, field)
      }
      return [...fields.values()].sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
    },
  }
}
