import type { MetaEntry } from '@wardtrack/contracts'

/** Returns the value of an asset at a dotted path; undefined when there is none. */
export function valueAt(asset: object, path: string): unknown {
  let value: unknown = asset
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
  return value
}

/** Converts a field value for a file: options become their alias. */
export function optionText({ Options }: Pick<MetaEntry, 'Options'>, value: unknown): unknown {
  const aliasOf = (stored: unknown): unknown =>
    typeof stored === 'string' && Options && Object.hasOwn(Options, stored)
      ? Options[stored]?.alias || stored
      : stored
  return Array.isArray(value) ? value.map(aliasOf) : aliasOf(value)
}
