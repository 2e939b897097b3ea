import { useQuery } from '@tanstack/react-query'
import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import type { ParseKeys } from 'i18next'
import states from '../locales/en-GB/states.json'
import { currentLanguage, translate } from './i18n/i18n.ts'
import { metadataQuery } from './queries.ts'

/** Aliases of one asset type, ready to be shown. */
export interface Aliases {
  /** Label of a metadata field; the field's own name, spaced, where the mapping has none. */
  readonly field: (name: string) => string
  /** Word of an option; the stored value where the mapping has none. */
  readonly option: (name: string, stored: string) => string
  /** Word of an option; undefined where the mapping has none, and without a code. */
  readonly code: (name: string, stored: string | undefined) => string | undefined
  /** Path of a field's icon. */
  readonly icon: (name: string) => string | undefined
  /** The options of a field, for the state components. */
  readonly words: (name: string) => MetaEntry['Options'] | undefined
  /** The type's own alias. */
  readonly type: string
}

/** `PrimaryCategory` as `Primary Category`, for fields without an alias. */
export const spaced = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')

const { field: english, ...englishWords } = states
type Key = ParseKeys<'states'>
const keysOfAliases = new Map<string, Key>([
  ...Object.entries(englishWords).map(([key, text]) => [text.toLowerCase(), key as Key] as const),
  ...Object.entries(english).map(([key, text]) => [text.toLowerCase(), `field.${key}` as Key] as const),
])

/**
 * An alias in the language of the console. Our own English words, in capitals or not, are no name of the hospital's: they
 * are translated.
 */
export function localAlias(alias: string): string {
  const key = currentLanguage() === 'en-GB' ? undefined : keysOfAliases.get(alias.toLowerCase())
  return key ? translate(`states:${key}`) : alias
}

/** What a type of asset is called, by a metadata mapping that may not be there yet. */
export const typeName = (mapping: Pick<MetaMapping, '_aliases'> | undefined, assetType: string): string =>
  localAlias(mapping?._aliases[assetType] ?? '') || assetType

/** Aliases of an asset type out of a metadata mapping, which may not be there yet. */
export function aliasesOf(mapping: MetaMapping | undefined, assetType: string): Aliases {
  const entries: Record<string, MetaEntry> = mapping?.[assetType] ?? {}
  return {
    field: (name) => localAlias(entries[name]?.Alias ?? '') || spaced(name),
    option: (name, stored) => localAlias(entries[name]?.Options?.[stored]?.alias ?? '') || stored,
    code: (name, stored) =>
      stored === undefined
        ? undefined
        : localAlias(entries[name]?.Options?.[stored]?.alias ?? '') || undefined,
    icon: (name) => entries[name]?.icon,
    words: (name) => entries[name]?.Options,
    type: typeName(mapping, assetType),
  }
}

/** The metadata entries of an asset type, in their stored order. */
export const entriesOf = (mapping: MetaMapping | undefined, assetType: string): [string, MetaEntry][] =>
  Object.entries(mapping?.[assetType] ?? {})

/** The metadata mapping as it is now; undefined while it loads. */
export function useMetadata(): MetaMapping | undefined {
  return useQuery(metadataQuery()).data
}

/** Aliases of an asset type. */
export const useAliases = (assetType: string): Aliases => aliasesOf(useMetadata(), assetType)

/** What each type of asset is called now. */
export function useTypeName(): (assetType: string) => string {
  const mapping = useMetadata()
  return (assetType) => typeName(mapping, assetType)
}
