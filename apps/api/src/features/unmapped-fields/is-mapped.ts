import type { MetadataDoc } from '@wardtrack/database'

/** Whether an entry of the type has this name, or shows what assets keep under it. */
export function isMapped(types: MetadataDoc['types'], type: string, name: string): boolean {
  const entries = Object.hasOwn(types, type) ? (types[type] ?? {}) : {}
  if (Object.hasOwn(entries, name)) return true
  const path = `Fields.${name}`
  return Object.values(entries).some(({ Model }) => Model === path || Model.startsWith(`${path}.`))
}
