import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { UnmappedField } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import type { MetadataStore } from '../metadata/index.ts'
import { fieldsOfAssets } from './fields-of-assets.ts'
import { fieldsOfDeadLetters } from './fields-of-dead-letters.ts'
import { createSeenFieldLog, isMapped, type NotedAsset } from './seen-fields.ts'

/** Fields from integrations that the metadata mapping lacks. */
export type UnmappedFields = {
  /** inspects accepted assets; returns immediately and stores new fields in the background, at a low rate */
  note(assets: readonly NotedAsset[], types: MetadataDoc['types']): void
  /** lists the fields, newest first, without types hidden from the reader */
  list(actor: SessionActor): Promise<UnmappedField[]>
  /** resolves when all recorded fields are stored */
  settled(): Promise<void>
}

/** Creates the service of a process. */
export function createUnmappedFields(parts: ServiceParts, metadata: MetadataStore): UnmappedFields {
  const noted = createSeenFieldLog(parts)
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
      // For fields of both kinds, the values of assets are shown, because assets store them.
      for (const field of found.flat()) {
        const key = `${field.type}/${field.name}`
        const isOffered = Object.hasOwn(types, field.type) && !isMapped(types, field.type, field.name)
        if (isOffered && !fields.has(key)) fields.set(key, field)
      }
      return [...fields.values()].sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
    },
  }
}
