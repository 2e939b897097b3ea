import type { CriteriaField } from './criteria-fields.ts'
import type { CriteriaCondition } from './read-criteria.ts'
import { CriteriaValueError } from './read-value.ts'

/** A field, and the asset types of which it is encrypted. */
export type EncryptedPart = { field: string; AssetTypes: string[] }
/** A condition on a part of a field's value, and where it stands in the body. */
export type PendingPattern = { field: CriteriaField; path: string }
/** A field that is sorted by, and where it stands in the body. */
export type PendingSort = PendingPattern

const ENCRYPTED_PATTERN =
  'This field is encrypted: it can be compared with whole values only, not with a part of them.'
const ENCRYPTED_SORT = 'This field is encrypted: nothing can be sorted by it.'
const TYPE_PATH = 'AssetType'

/**
 * Leaves out the asset types that encrypt a field of which a part is asked for: theirs cannot be compared.
 * @param conditions all conditions of the criteria; those on types are added
 * @returns what was left out, by field
 * @throws CriteriaValueError naming a field that every asset type in question encrypts
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
 * What cannot be sorted, by field.
 * @throws CriteriaValueError naming a field that every asset type in question encrypts
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

/** Whether some asset type that conditions leave has the field unencrypted. */
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

/** The asset types that all conditions with lists of types leave; undefined where none has a list. */
function typesNamed(conditions: readonly CriteriaCondition[]): readonly unknown[] | undefined {
  let named: readonly unknown[] | undefined
  for (const { path, test } of conditions) {
    if (path !== TYPE_PATH) continue
    const list: unknown = '$eq' in test ? [test['$eq']] : test['$in']
    if (Array.isArray(list)) named = named ? named.filter((type) => list.includes(type)) : list
  }
  return named
}
