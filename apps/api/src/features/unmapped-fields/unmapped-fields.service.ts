import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { messages, metadataName, type UnmappedField } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, type MetadataDoc, trusted } from '@wardtrack/database'
import { parseStoredItem, visibleDeadLetters } from '@wardtrack/ingestion'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { EXCLUDED_FIELDS, toAssetAnswer } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'

/** Accepted asset with the names of the sent fields. */
type NotedAsset = {
  AssetType: string
  AssetId: string
  values: ReadonlyMap<string, { name: string; value: unknown }>
}

/**
 * Maximum number of fields stored per asset type, so that an integration with generated names cannot fill the store.
 */
const MAX_FIELDS = 100
/** Maximum number of assets from which samples of a field are read. */
const MAX_ASSETS = 3
/** Milliseconds after which a field that is still sent is recorded again. */
const NOTED_AGAIN_MS = 3_600_000
/** Maximum number of recorded names that a process caches; further names are not recorded until entries expire. */
const MAX_REMEMBERED = 5_000

type Found = { AssetType: string; name: string; assetIds: string[] }

/** Creates the recorder of fields that the mapping lacks, by name and with some of their assets, without values. */
export function createSeenFieldLog(parts: Pick<ServiceParts, 'db' | 'log'>): {
  note(assets: readonly NotedAsset[], types: MetadataDoc['types']): void
  settled(): Promise<void>
} {
  const notedAt = new Map<string, number>()
  let work: Promise<void> = Promise.resolve()

  const isDue = (key: string): boolean => {
    const before = notedAt.get(key)
    if (before === undefined) return notedAt.size < MAX_REMEMBERED
    return performance.now() - before >= NOTED_AGAIN_MS
  }
  const find = (assets: readonly NotedAsset[], types: MetadataDoc['types']): Map<string, Found> => {
    const found = new Map<string, Found>()
    for (const { AssetType, AssetId, values } of assets) {
      const entries = types[AssetType] ?? {}
      for (const { name, value } of values.values()) {
        if (value === null || Object.hasOwn(entries, name)) continue
        const key = `${AssetType}/${name}`
        const known = found.get(key)
        if (known) {
          if (known.assetIds.length < MAX_ASSETS) known.assetIds.push(AssetId)
        } else if (isDue(key) && !isMapped(types, AssetType, name))
          found.set(key, { AssetType, name, assetIds: [AssetId] })
      }
    }
    return found
  }
  return {
    note: (assets, types) => {
      const found = find(assets, types)
      if (found.size === 0) return
      for (const key of found.keys()) notedAt.set(key, performance.now())
      work = work
        .then(() => store(parts, found))
        .catch((error: unknown) => {
          for (const key of found.keys()) notedAt.delete(key)
          parts.log.warn({ err: error }, 'fields that the mapping lacks are noted later')
        })
    },
    settled: () => work,
  }
}

/** Returns true if an entry of the type has this name, or shows the values stored under it. */
function isMapped(types: MetadataDoc['types'], type: string, name: string): boolean {
  const entries = Object.hasOwn(types, type) ? (types[type] ?? {}) : {}
  if (Object.hasOwn(entries, name)) return true
  const path = `Fields.${name}`
  return Object.values(entries).some(({ Model }) => Model === path || Model.startsWith(`${path}.`))
}

async function store({ db }: Pick<ServiceParts, 'db'>, found: ReadonlyMap<string, Found>): Promise<void> {
  const { unmappedFields, assets } = db.models
  for (const [_id, { AssetType, name, assetIds }] of found) {
    const isKnown = (await unmappedFields.findOne({ _id })) !== null
    if (!isKnown && (await unmappedFields.countDocuments({ AssetType })) >= MAX_FIELDS) continue
    const docs = await assets.find({ AssetType, AssetId: trusted({ $in: assetIds }) }).select({ _id: 1 })
    await unmappedFields.updateOne(
      { _id },
      { $set: { AssetType, name, assets: docs.map((doc) => doc._id), lastSeenAt: new Date() } },
      { upsert: true },
    )
  }
}

const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80

/** Returns some distinct values as short texts. */
function toSamples(values: readonly unknown[]): string[] {
  const texts = values.flatMap((value) => {
    const text = textOf(value)
    return text === ''
      ? []
      : [text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text]
  })
  return [...new Set(texts)].slice(0, MAX_SAMPLES)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

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
