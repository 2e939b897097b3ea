import type { ServiceParts } from '@wardtrack/access'
import { type MetaEntry, SILENT, UNKNOWN_CONNECTION } from '@wardtrack/contracts'
import { type CriteriaFields, criteriaFieldsOf, isDuplicateKey, type MetadataDoc } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'
import { editMapping, MAPPING } from './edit-mapping.ts'
import { type OptionOrder, optionOrderOf } from './option-order.ts'

/** Maximum number of indexes that the mapping adds to the fixed ones; a collection holds 64 in all. */
const MAX_ADDED_INDEXES = 30

/** Manager of the indexes on all fields that the mapping offers for sorting and filtering. */
type FieldIndexes = {
  /** creates missing indexes in the background */
  follow(mapping: MetadataDoc): void
  /** resolves when no index is being created */
  settled(): Promise<void>
}

/** Creates the index manager. Indexes that the mapping no longer needs stay, because they may be needed again. */
function createFieldIndexes({ db, log }: ServiceParts): FieldIndexes {
  let work: Promise<void> = Promise.resolve()
  const make = async (mapping: MetadataDoc): Promise<void> => {
    // driver: a model knows only the indexes that its schema declares
    const present = await db.driver.assets.indexes()
    const indexedPaths = new Set(
      present.map(({ key }) => Object.keys(key)[2]).filter((path) => path !== undefined),
    )
    const missing = offeredFields(mapping).filter((path) => !indexedPaths.has(path))
    const added = Math.max(0, MAX_ADDED_INDEXES - Math.max(0, present.length - 25))
    // driver: as above
    for (const path of missing.slice(0, added))
      await db.driver.assets.createIndex({ AssetType: 1, AssetStatus: 1, [path]: 1, AssetId: 1 })
  }
  return {
    follow: (mapping) => {
      work = work
        .then(() => make(mapping))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'lists by some fields stay slow: no index was made'),
        )
    },
    settled: () => work,
  }
}

/** Returns the distinct stored paths of the filter fields; other fields have fixed indexes. */
function offeredFields({ types }: MetadataDoc): string[] {
  const entries = Object.values(types).flatMap((typeEntries) => Object.values(typeEntries))
  const offered = entries.filter(({ filterFlag, Model }) => filterFlag === '1' && Model.startsWith('Fields.'))
  return [...new Set(offered.map(({ Model }) => Model))]
}

type Entries = Record<string, MetaEntry>

function entry(name: string, Alias: string, more: Partial<MetaEntry> = {}): Entries {
  return {
    [name]: { Alias, Model: `Fields.${name}`, tableKey: name, filterFlag: '1', inputType: 'input', ...more },
  }
}

function select(name: string, alias: string, options: Record<string, string>, Model: string): Entries {
  const Options = Object.fromEntries(
    Object.entries(options).map(([option, optionAlias]) => [option, { alias: optionAlias }]),
  )
  return entry(name, alias, { Model, inputType: 'select', Options })
}

const person = (): Entries => ({ ...entry('AssetName', 'Name'), ...entry('Status', 'Status') })

/** Returns the mapping of a new store: the fields and option values of the specification. */
export function defaultMapping(): {
  aliases: Record<string, string>
  types: Record<string, Entries>
} {
  return {
    aliases: { Equipment: 'Equipment', Clinician: 'Clinician', Patient: 'Patient' },
    types: { Equipment: equipment(), Clinician: person(), Patient: person() },
  }
}

function equipment(): Entries {
  const wifi = {
    BAR_ONE: 'Very weak',
    BAR_TWO: 'Weak',
    BAR_THREE: 'Fair',
    BAR_FOUR: 'Good',
    BAR_FIVE: 'Strong',
  }
  const battery = { LEVEL_1: 'Critical', LEVEL_2: 'Low', LEVEL_3: 'Medium', LEVEL_4: 'Full' }
  const connection = {
    'comm-status-online': 'Online',
    'comm-status-offline': 'Offline',
    [SILENT]: 'Silent',
    [UNKNOWN_CONNECTION]: 'Unknown',
  }
  const infusion = { 'pump-status-infusing': 'Infusing', 'pump-status--not-infusing': 'Not infusing' }
  return {
    ...entry('AssetName', 'Asset Name'),
    ...entry('SerialNo', 'Serial No'),
    ...entry('PrimaryCategory', 'Primary Category'),
    ...select('WifiStrength', 'Wifi Strength', wifi, 'Fields.WifiStrength.Strength'),
    ...select('BatteryLevel', 'Battery Level', battery, 'Fields.BatteryLevel.Level'),
    ...select('DeviceStatus', 'Connection Status', connection, 'Fields.DeviceStatus'),
    ...select('InfusionStatus', 'Infusion Status', infusion, 'Fields.InfusionStatus'),
    ...entry('VolumeInfused', 'Volume Infused', { filterFlag: '0' }),
  }
}

/** Read access to the metadata mapping for other features. */
export type MetadataStore = {
  read(): Promise<MetadataDoc>
  /** fields that criteria may name */
  criteriaFields(): Promise<CriteriaFields>
  /** all asset types; no asset has another type */
  types(): Promise<string[]>
  /** fields that are sorted by the order of their options */
  optionOrder(): Promise<OptionOrder>
  /** resolves when every offered field has its index */
  settled(): Promise<void>
  close(): Promise<void>
}

type LoadedMapping = {
  doc: MetadataDoc
  fields: CriteriaFields
  types: string[]
  optionOrder: OptionOrder
}

/** Opens the mapping; a new store gets the specification's mapping. The mapping is cached until it changes. */
export async function openMetadata(parts: ServiceParts): Promise<MetadataStore> {
  const { db } = parts
  const indexes = createFieldIndexes(parts)
  let indexedMapping = ''
  await ensureMapping(parts)
  const load = async (): Promise<LoadedMapping> => {
    const doc = await db.models.metadata.findOne({ _id: MAPPING })
    if (!doc) throw new Error('the metadata mapping is gone')
    if (JSON.stringify(doc.types) !== indexedMapping) {
      indexedMapping = JSON.stringify(doc.types)
      indexes.follow(doc)
    }
    return {
      doc,
      fields: criteriaFieldsOf(doc.types, { rules: await db.sealing.rules(), ring: db.sealing.ring() }),
      types: Object.keys(doc.types),
      optionOrder: optionOrderOf(doc.types),
    }
  }
  const mapping = cachedValue(parts, {
    load,
    invalidateOn: { 'config.changed': ({ what }) => what === 'metadata' },
  })
  await mapping.read()
  return {
    read: async () => (await mapping.read()).doc,
    criteriaFields: async () => (await mapping.read()).fields,
    types: async () => (await mapping.read()).types,
    optionOrder: async () => (await mapping.read()).optionOrder,
    settled: indexes.settled,
    close: async () => {
      mapping.close()
      await indexes.settled()
    },
  }
}

async function ensureMapping({ db }: ServiceParts): Promise<void> {
  if (await db.models.metadata.findOne({ _id: MAPPING })) return
  await db.models.metadata.create({ _id: MAPPING, ...defaultMapping() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
}

/**
 * Replaces the aliases and the entries of the named types. Other types stay: assets of them may exist, and every
 * asset's type is in the mapping.
 */
export async function replaceMapping(
  parts: ServiceParts,
  mapping: Pick<MetadataDoc, 'aliases' | 'types'>,
): Promise<void> {
  await ensureMapping(parts)
  await editMapping(parts, { id: MAPPING }, (stored) => ({
    aliases: { ...stored.aliases, ...mapping.aliases },
    types: { ...stored.types, ...mapping.types },
  }))
}
