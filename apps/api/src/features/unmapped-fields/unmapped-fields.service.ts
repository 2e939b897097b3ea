import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { messages, metadataName, type UnmappedField } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, type MetadataDoc, trusted } from '@wardtrack/database'
import { parseStoredItem, visibleDeadLetters } from '@wardtrack/ingestion'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { EXCLUDED_FIELDS, toAssetAnswer } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { toSamples } from './samples.ts'
import { createSeenFieldLog, isMapped, type NotedAsset } from './seen-fields.ts'

/** Maximum number of newest refused items that are read. */
const MAX_LETTERS = 100

/** Finds the fields that caused device states to be refused, with the sent values. */
async function fieldsOfDeadLetters(db: Database, viewer: Viewer): Promise<UnmappedField[]> {
  const letters = await db.models.deadLetters
    .find({ endpoint: 'device-status', codes: 'validation' })
    .sort({ receivedAt: -1 })
    .limit(MAX_LETTERS)
  const visible = await visibleDeadLetters(db, letters, viewer)
  const values = new Map<string, { field: UnmappedField; values: unknown[] }>()
  for (const letter of letters) {
    const { assetType: type, receivedAt } = letter
    const name = unmappedName(letter)
    if (type === undefined || name === undefined || !visible.has(letter)) continue
    const key = `${type}/${name}`
    const known = values.get(key) ?? {
      field: { type, name, source: 'device-status', samples: [], lastSeenAt: receivedAt.toISOString() },
      values: [],
    }
    values.set(key, known)
    known.values.push(memberOf(parseStoredItem(letter), name))
  }
  return [...values.values()].map(({ field, values: sent }) => ({ ...field, samples: toSamples(sent) }))
}

function unmappedName({ errors, replayed }: DeadLetterDoc): string | undefined {
  if (replayed) return undefined
  const error = errors.find(({ message }) => message === messages.fieldNotMapped)
  return error && metadataName.safeParse(error.path).success ? error.path : undefined
}

const memberOf = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined

/** Finds unmapped fields that were sent with assets, with the current values. */
async function fieldsOfAssets(
  db: Database,
  viewer: Viewer,
  types: MetadataDoc['types'],
): Promise<UnmappedField[]> {
  const known = visibleTypes(Object.keys(types), viewer)
  const seenFields = await db.models.unmappedFields.find({ AssetType: trusted({ $in: known }) })
  const ids = seenFields.flatMap(({ assets }) => assets)
  const docs =
    ids.length === 0
      ? []
      : await db.models.assets.find({ _id: trusted({ $in: ids }) }).select(EXCLUDED_FIELDS)
  const assets = new Map(docs.map((doc) => [doc._id.toHexString(), toAssetAnswer(doc, viewer)]))
  return seenFields.map(({ AssetType, name, assets: carriers, lastSeenAt }) => ({
    type: AssetType,
    name,
    source: 'assets' as const,
    samples: toSamples(carriers.map((id) => assets.get(id.toHexString())?.Fields[name])),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}

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
  const seenFields = createSeenFieldLog(parts)
  return {
    note: seenFields.note,
    settled: seenFields.settled,
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
