import type { MetaEntry } from '@wardtrack/contracts'
import type { EncryptedFields, EncryptionDoc } from '../models/encryption.model.ts'

type Entries = Record<string, Record<string, MetaEntry>>

/** Rules that say which values are encrypted, by asset type and stored path (`Fields.…`). */
export type EncryptionRules = {
  /** true when a value is encrypted, or was and may still be sealed somewhere */
  active: boolean
  /** true when a value is encrypted: then texts that can hold any value are encrypted too */
  encrypts: boolean
  /** true when a value, or the value that contains it, is encrypted; an unknown type counts as any type */
  isEncrypted(assetType: string | undefined, path: string): boolean
  /** true when a part of a value is encrypted */
  hasEncryptedPart(assetType: string | undefined, path: string): boolean
  /** true when a value was encrypted and may have left a blind index */
  wasEncrypted(assetType: string, path: string): boolean
  /** true when a type encrypts the value, or did: then it is also searched by blind index */
  isBlind(path: string): boolean
  /** true when a type encrypts the value */
  isEncryptedOfAny(path: string): boolean
}

/** Rules without any encryption. */
export const NO_RULES: EncryptionRules = {
  active: false,
  encrypts: false,
  isEncrypted: () => false,
  hasEncryptedPart: () => false,
  wasEncrypted: () => false,
  isBlind: () => false,
  isEncryptedOfAny: () => false,
}

/**
 * Returns the stored paths of configured fields. The metadata mapping gives the path of a field:
 * `Fields.BatteryLevel.Level` is field `BatteryLevel`, sub-field `Level`.
 */
export function encryptedPaths(
  fields: EncryptedFields,
  entries: Entries,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(fields).map(([type, ofType]) => {
      const paths = Object.entries(ofType).flatMap(([name, subFields]) => {
        const model = entries[type]?.[name]?.Model ?? `Fields.${name}`
        const field = model.split('.').slice(0, 2).join('.')
        return subFields.length === 0 ? [field] : subFields.map((subField) => `${field}.${subField}`)
      })
      return [type, new Set(paths)]
    }),
  )
}

const covers = (paths: ReadonlySet<string> | undefined, path: string): boolean => {
  if (!paths) return false
  if (paths.has(path)) return true
  for (const encrypted of paths) if (path.startsWith(`${encrypted}.`)) return true
  return false
}

/**
 * Creates the rules of a configuration. Until every process has a new configuration, the rules use it for reading
 * only. No process can therefore write values that another cannot find.
 */
export function encryptionRules(
  { types, former = {}, written }: Pick<EncryptionDoc, 'types' | 'former' | 'written'>,
  entries: Entries,
): EncryptionRules {
  const current = encryptedPaths(written ?? types, entries)
  const announced = encryptedPaths(written ? types : {}, entries)
  const before = encryptedPaths(former, entries)
  const ofAny = (paths: ReadonlyMap<string, ReadonlySet<string>>, path: string): boolean =>
    [...paths.values()].some((ofType) => covers(ofType, path))
  const hasPaths = (paths: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
    [...paths.values()].some(({ size }) => size > 0)
  return {
    active: hasPaths(current) || hasPaths(announced) || hasPaths(before),
    encrypts: hasPaths(current),
    isEncrypted: (type, path) =>
      type === undefined ? ofAny(current, path) : covers(current.get(type), path),
    hasEncryptedPart: (type, path) =>
      (type === undefined ? [...current.values()] : [current.get(type) ?? []]).some((paths) =>
        [...paths].some((encrypted) => encrypted.startsWith(`${path}.`)),
      ),
    wasEncrypted: (type, path) => covers(before.get(type), path) || covers(announced.get(type), path),
    isBlind: (path) => [current, announced, before].some((paths) => ofAny(paths, path)),
    isEncryptedOfAny: (path) => ofAny(current, path),
  }
}
