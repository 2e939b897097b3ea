import type { MetaEntry } from '@wardtrack/contracts'

/** The value of an asset at a dotted path; undefined where it has none. */
export function valueAt(asset: object, path: string): unknown {
  let value: unknown = asset
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
  return value
}

/** A value of a field as a file shows it: options by their alias. */
export function optionText({ Options }: Pick<MetaEntry, 'Options'>, value: unknown): unknown {
  const aliasOf = (stored: unknown): unknown =>
    typeof stored === 'string' && Options && Object.hasOwn(Options, stored)
      ? Options[stored]?.alias || stored
      : stored
  return Array.isArray(value) ? value.map(aliasOf) : aliasOf(value)
}
