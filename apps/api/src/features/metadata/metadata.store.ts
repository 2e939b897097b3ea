import type { ServiceParts } from '@wardtrack/access'
import { type CriteriaFields, criteriaFieldsOf, isDuplicateKey, type MetadataDoc } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'
import { defaultMapping } from './default-mapping.ts'
import { editMapping, MAPPING } from './edit-mapping.ts'
import { createFieldIndexes } from './field-indexes.ts'
import { type OptionOrder, optionOrderOf } from './option-order.ts'

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
