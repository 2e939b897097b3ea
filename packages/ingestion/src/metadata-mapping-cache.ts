import type { ServiceParts } from '@wardtrack/access'
import type { MetaEntry } from '@wardtrack/contracts'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'

/** The metadata mapping: entries by asset type, then metadata name. */
export type MetadataMapping = Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>

/** Cache of the metadata mapping in memory. */
export type MetadataMappingCache = CachedValue<MetadataMapping>

/** Creates the cache of a process; a change by this process takes effect immediately. */
export const createMetadataMappingCache = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>,
): MetadataMappingCache =>
  cachedValue(parts, {
    load: async (): Promise<MetadataMapping> => (await parts.db.models.metadata.findOne({}))?.types ?? {},
    invalidateOn: { 'config.changed': ({ what }) => what === 'metadata' },
  })
