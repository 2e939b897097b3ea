import { isSealed, type KeyRing } from '@wardtrack/encryption'
import type { EncryptionRules } from './encryption-rules.ts'

/** Type and id of an asset, which its sealed values are bound to. */
export type AssetIdentity = { AssetType: string; AssetId: string }

/** Returns the text that the values of an asset are bound to: it never changes, and links to the asset use it too. */
export const identityText = ({ AssetType, AssetId }: AssetIdentity): string => `${AssetType}:${AssetId}`

/** Keys and rules at one moment. */
export type SealingState = { ring: KeyRing; rules: EncryptionRules }

/** Binding of a value, without the path of the value itself. */
export type Binding = { collection: string; id: string }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns the path of a value's blind index. @param path `Fields.…` */
export const blindPath = (path: string): string => `Blind${path.slice('Fields'.length)}`

/** Returns the blind index of a value as {@link sealValue} stores it; each element of a list has its own. */
export const blindOf = (ring: KeyRing, path: string, value: unknown): string | string[] => {
  const sealElement = (element: unknown): string =>
    ring.blindIndex(JSON.stringify(element), { collection: 'assets', field: path })
  return Array.isArray(value) ? [...new Set(value.map(sealElement))] : sealElement(value)
}

/** Returns the blind indexes of a scalar value under every key in use. */
export const blindIndexes = (ring: KeyRing, path: string, value: unknown): string[] =>
  ring.blindIndexes(JSON.stringify(value), { collection: 'assets', field: path })

/** Seals a value of any kind as a whole; a value that is sealed already stays. */
export const sealWhole = (ring: KeyRing, value: unknown, binding: Binding, path: string): unknown =>
  value === undefined || value === null || value === '' || isSealed(value)
    ? value
    : ring.seal(JSON.stringify(value), { ...binding, field: path })

/** The stored form of a value, and its blind index if it has one. */
type Sealed = { value: unknown; blind?: unknown }

/**
 * Seals the encrypted parts of a value. It does not handle `Fields.Mappings`.
 * @param path stored path of the value, `Fields.…`
 */
export function sealValue(
  { ring, rules }: SealingState,
  assetType: string | undefined,
  path: string,
  value: unknown,
  binding: Binding,
): Sealed {
  const isWhole = rules.isEncrypted(assetType, path)
  if (isObject(value) && (isWhole || rules.hasEncryptedPart(assetType, path))) {
    const values: Record<string, unknown> = {}
    const blinds: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(value)) {
      const sealed = sealValue({ ring, rules }, assetType, `${path}.${name}`, part, binding)
      values[name] = sealed.value
      if (sealed.blind !== undefined) blinds[name] = sealed.blind
    }
    return Object.keys(blinds).length > 0 ? { value: values, blind: blinds } : { value: values }
  }
  const sealed = isWhole ? sealWhole(ring, value, binding, path) : value
  return sealed === value ? { value } : { value: sealed, blind: blindOf(ring, path, value) }
}
