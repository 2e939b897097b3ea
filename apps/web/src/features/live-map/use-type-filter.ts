import { useQuery } from '@tanstack/react-query'
import type { AssetPointer } from '@wardtrack/contracts'
import { useCallback, useMemo } from 'react'
import { accessQuery } from '../../lib/access.ts'
import { compareNames } from '../../lib/i18n/formats.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { urlWords, useUrlState } from '../../lib/url-state.ts'
import type { MapScope } from './map-scope.ts'

const schema = { hidden: urlWords('hide') }
const firstTypes = ['Equipment', 'Clinician', 'Patient']

/** A type that may be on the map, and its number on the open map. */
export interface TypeCount {
  readonly type: string
  readonly count: number
  readonly hidden: boolean
}

const rank = (type: string): number =>
  (firstTypes.indexOf(type) + firstTypes.length + 1) % (firstTypes.length + 1)

const ordered = (types: Iterable<string>): string[] =>
  [...new Set(types)].sort((a, b) => rank(a) - rank(b) || compareNames(a, b))

/**
 * Returns the types that this user may see on a map; undefined while unknown. Users who configure the metadata see
 * Patient there without access to patients.
 */
export function useKnownTypes(): readonly string[] | undefined {
  const aliases = useMetadata()?._aliases
  const patients = useQuery({ ...accessQuery(), enabled: false }).data?.patientDataAccess ?? false
  return useMemo(
    () => aliases && ordered(Object.keys(aliases).filter((type) => patients || type !== 'Patient')),
    [aliases, patients],
  )
}

/**
 * Returns the hidden types, which are kept in the address.
 * @returns an empty set for a scope of one type
 */
export function useHiddenTypes({ assetType }: MapScope) {
  const [view, change] = useUrlState(schema)
  const text = assetType === undefined ? view.hidden.join(',') : ''
  const hidden = useMemo(() => new Set(text.split(',').filter(Boolean)), [text])
  const toggle = (type: string): void => {
    const next = new Set(hidden)
    if (!next.delete(type)) next.add(type)
    change({ hidden: [...next] }, { replace: true })
  }
  const shows = useCallback(({ AssetType }: { AssetType: string }) => !hidden.has(AssetType), [hidden])
  return { hidden, toggle, shows }
}

/** Returns the types that are not hidden; undefined if none is hidden, so that the request needs no type filter. */
export function useShownTypes(hidden: ReadonlySet<string>): readonly string[] | undefined {
  const known = useKnownTypes()
  return useMemo(
    () => (hidden.size > 0 ? known?.filter((type) => !hidden.has(type)) : undefined),
    [hidden, known],
  )
}

/** Returns the types for the chips of a map, with their counts: the known types, and those on the map. */
export function useTypeCounts(
  hidden: ReadonlySet<string>,
  pointers: readonly AssetPointer[] | undefined,
): readonly TypeCount[] {
  const known = useKnownTypes()
  return useMemo(() => {
    const counts = new Map<string, number>()
    for (const { AssetType } of pointers ?? []) counts.set(AssetType, (counts.get(AssetType) ?? 0) + 1)
    return ordered([...(known ?? []), ...counts.keys()]).map((type) => ({
      type,
      count: counts.get(type) ?? 0,
      hidden: hidden.has(type),
    }))
  }, [known, pointers, hidden])
}
