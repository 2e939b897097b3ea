import type { AssetItem, MetaEntry } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { isPlainNumber } from './asset-fields.ts'

/**
 * Restores the types of existing values, because a file holds only texts. A text that equals the written form of the
 * stored number, boolean, list or option changes nothing.
 */
export function keepStoredTypes(
  item: AssetItem,
  stored: AssetDoc | undefined,
  entryOf: (name: string) => MetaEntry | undefined,
): AssetItem {
  if (!stored) return item
  const changed = Object.entries(item).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    const entry = entryOf(name)
    const before = valueAt(stored, entry?.Model ?? `Fields.${name}`)
    if (typeof before !== 'string') return [name, typedLike(before, value)]
    return [name, hasAliasOf(entry, value, before) ? before : value]
  })
  return Object.fromEntries(changed) as AssetItem
}

/** Returns true if two options have the same alias, so that a file cannot distinguish them. */
function hasAliasOf(entry: MetaEntry | undefined, option: string, other: string): boolean {
  const alias = entry?.Options?.[option]?.alias
  return alias !== undefined && alias === entry?.Options?.[other]?.alias
}

function typedLike(before: unknown, text: string): unknown {
  if (typeof before === 'number') return isPlainNumber(text) ? Number(text) : text
  if (typeof before === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (Array.isArray(before)) return before.map(String).filter(Boolean).join('; ') === text ? before : text
  return text
}

function valueAt(doc: AssetDoc, path: string): unknown {
  let value: unknown = doc
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
  return value
}
