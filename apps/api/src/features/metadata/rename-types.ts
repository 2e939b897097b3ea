import { type ErrorDetail, messages, shortName } from '@wardtrack/contracts'
import { duplicate, invalid } from '@wardtrack/service-kit'
import type { Mapping } from './edit-mapping.ts'
import type { GivenValue } from './mapping-change.ts'

const PREFIX = '_aliases.'
type Query = Readonly<Record<string, GivenValue>>

/** Splits the paths of updateMetaDataMapping into aliases of types (`_aliases.{type}`) and entries. */
export function splitQuery(query: Query): { aliases: [string, GivenValue][]; entries: Query } {
  const all = Object.entries(query)
  const isAlias = ([path]: [string, GivenValue]): boolean =>
    path.startsWith(PREFIX) && !path.slice(PREFIX.length).includes('.')
  return {
    aliases: all.filter(isAlias).map(([path, value]) => [path.slice(PREFIX.length), value]),
    entries: Object.fromEntries(all.filter((change) => !isAlias(change))),
  }
}

/**
 * Applies changes to the aliases of types, each by its type.
 * @throws ApiError 400 for an invalid alias or an unknown type, 409 'Already Exist'
 */
export function renameTypes(
  { aliases, types }: Pick<Mapping, 'aliases' | 'types'>,
  changes: readonly (readonly [string, GivenValue])[],
): Record<string, string> {
  const parsedChanges = changes.map(([type, value]) => ({
    type,
    ...(Object.hasOwn(types, type) ? readAlias(type, value) : wrong(type, messages.metadataPathUnknown)),
  }))
  const errors = parsedChanges.flatMap(({ error }) => (error ? [error] : []))
  if (errors.length > 0) throw invalid(errors)
  const renamed = {
    ...aliases,
    ...Object.fromEntries(parsedChanges.map(({ type, alias = '' }) => [type, alias])),
  }
  for (const { type } of parsedChanges) checkUnique(renamed, Object.keys(types), type)
  return renamed
}

const wrong = (type: string, message: string): { alias?: string; error: ErrorDetail } => ({
  error: { path: `query.${PREFIX}${type}`, message },
})

function readAlias(type: string, value: GivenValue): { alias?: string; error?: ErrorDetail } {
  if (typeof value !== 'string' || value.trim() === '') return wrong(type, messages.fieldRequired)
  const read = shortName.safeParse(value)
  return read.success
    ? { alias: read.data }
    : wrong(type, read.error.issues[0]?.message ?? messages.fieldRequired)
}

/** Checks that no two types share a name or an alias, compared case-insensitively. @throws ApiError 409 */
function checkUnique(aliases: Record<string, string>, types: readonly string[], type: string): void {
  const alias = aliases[type]?.toLowerCase()
  const isTaken = types.some(
    (otherType) =>
      otherType !== type &&
      (otherType.toLowerCase() === alias || aliases[otherType]?.toLowerCase() === alias),
  )
  if (isTaken)
    throw duplicate(messages.metadataExists, [
      { path: `query.${PREFIX}${type}`, message: messages.metadataExists },
    ])
}
