import { useQuery } from '@tanstack/react-query'
import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import type { ParseKeys } from 'i18next'
import states from '../locales/en-GB/states.json'
import { currentLanguage, translate } from './i18n/i18n.ts'
import { metadataQuery } from './queries.ts'

/** Aliases of one asset type. */
export interface Aliases {
  /** Returns the label of a metadata field; without an alias, the spaced field name. */
  readonly field: (name: string) => string
  /** Returns the alias of an option; without one, the stored value. */
  readonly option: (name: string, stored: string) => string
  /** Returns the alias of an option; undefined without an alias or a code. */
  readonly code: (name: string, stored: string | undefined) => string | undefined
  /** Returns the path of a field's icon. */
  readonly icon: (name: string) => string | undefined
  /** Returns the options of a field, for the state components. */
  readonly words: (name: string) => MetaEntry['Options'] | undefined
  /** Alias of the asset type. */
  readonly type: string
}

/** Spaces a name: `PrimaryCategory` becomes `Primary Category`, for fields without an alias. */
export const spaced = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')

const { field: english, ...englishWords } = states
type Key = ParseKeys<'states'>
const keysOfAliases = new Map<string, Key>([
  ...Object.entries(englishWords).map(([key, text]) => [text.toLowerCase(), key as Key] as const),
  ...Object.entries(english).map(([key, text]) => [text.toLowerCase(), `field.${key}` as Key] as const),
])

/**
 * Returns an alias in the language of the console. English default aliases, in any case, are translated, because the
 * hospital did not choose them.
 */
export function localAlias(alias: string): string {
  const key = currentLanguage() === 'en-GB' ? undefined : keysOfAliases.get(alias.toLowerCase())
  return key ? translate(`states:${key}`) : alias
}

/** Returns the name of an asset type by a metadata mapping, which may be missing. */
export const typeName = (mapping: Pick<MetaMapping, '_aliases'> | undefined, assetType: string): string =>
  localAlias(mapping?._aliases[assetType] ?? '') || assetType

/** Returns the aliases of an asset type by a metadata mapping, which may be missing. */
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

/** Returns the metadata entries of an asset type, in their stored order. */
export const entriesOf = (mapping: MetaMapping | undefined, assetType: string): [string, MetaEntry][] =>
  Object.entries(mapping?.[assetType] ?? {})

/** Returns the current metadata mapping; undefined while it loads. */
export function useMetadata(): MetaMapping | undefined {
  return useQuery(metadataQuery()).data
}

/** Returns the aliases of an asset type. */
export const useAliases = (assetType: string): Aliases => aliasesOf(useMetadata(), assetType)

/** Returns a function that finds the current name of an asset type. */
export function useTypeName(): (assetType: string) => string {
  const mapping = useMetadata()
  return (assetType) => typeName(mapping, assetType)
}
