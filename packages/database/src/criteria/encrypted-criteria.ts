import type { CriteriaCondition, CriteriaField } from './criteria-fields.ts'
import { CriteriaValueError } from './read-value.ts'

/** A field, and the asset types that encrypt it. */
export type EncryptedPart = { field: string; AssetTypes: string[] }
/** A condition on a part of a field's value, and its path in the body. */
export type PendingPattern = { field: CriteriaField; path: string }
/** A sort field, and its path in the body. */
export type PendingSort = PendingPattern

const ENCRYPTED_PATTERN =
  'This field is encrypted: it can be compared with whole values only, not with a part of them.'
const ENCRYPTED_SORT = 'This field is encrypted: nothing can be sorted by it.'
const TYPE_PATH = 'AssetType'

/**
 * Excludes the asset types that encrypt a field when a condition asks for a part of its value: sealed values cannot
 * be compared by parts.
 * @param conditions all conditions of the criteria; the function adds those on types
 * @returns the excluded types, by field
 * @throws CriteriaValueError naming a field that every possible asset type encrypts
 */
export function limitToPlainTypes(
  patterns: readonly PendingPattern[],
  conditions: CriteriaCondition[],
): EncryptedPart[] {
  const named = typesNamed(conditions)
  return patterns.flatMap(({ field, path }) => {
    const { encrypted, plain } = partTypes(field, named)
    if (encrypted.length === 0) return []
    if (plain.length === 0) throw new CriteriaValueError(path, ENCRYPTED_PATTERN)
    conditions.push({ path: TYPE_PATH, test: { $in: plain } })
    return [{ field: field.path, AssetTypes: encrypted }]
  })
}

/**
 * Returns the asset types that cannot be sorted, by field.
 * @throws CriteriaValueError naming a field that every possible asset type encrypts
 */
export function sortLimits(
  sorts: readonly PendingSort[],
  conditions: readonly CriteriaCondition[],
): EncryptedPart[] {
  const named = typesNamed(conditions)
  return sorts.flatMap(({ field, path }) => {
    const { encrypted, plain } = partTypes(field, named)
    if (encrypted.length === 0) return []
    if (plain.length === 0) throw new CriteriaValueError(path, ENCRYPTED_SORT)
    return [{ field: field.path, AssetTypes: encrypted }]
  })
}

/** Returns true if at least one possible asset type has the field unencrypted. */
export function isSortable(
  field: CriteriaField | undefined,
  conditions: readonly CriteriaCondition[],
): boolean {
  if (!field) return true
  const { encrypted, plain } = partTypes(field, typesNamed(conditions))
  return encrypted.length === 0 || plain.length > 0
}

function partTypes(
  { types = [], encryptedTypes = [] }: CriteriaField,
  named: readonly unknown[] | undefined,
): { encrypted: string[]; plain: string[] } {
  const inQuestion = types.filter((type) => !named || named.includes(type))
  return {
    encrypted: inQuestion.filter((type) => encryptedTypes.includes(type)),
    plain: inQuestion.filter((type) => !encryptedTypes.includes(type)),
  }
}

/** Returns the asset types that all conditions with lists of types allow; undefined when no condition has a list. */
function typesNamed(conditions: readonly CriteriaCondition[]): readonly unknown[] | undefined {
  let named: readonly unknown[] | undefined
  for (const { path, test } of conditions) {
    if (path !== TYPE_PATH) continue
    const list: unknown = '$eq' in test ? [test['$eq']] : test['$in']
    if (Array.isArray(list)) named = named ? named.filter((type) => list.includes(type)) : list
  }
  return named
}
