import type { Condition } from '@wardtrack/contracts'
import { matcherOf, type ReadCriteria } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Prepares conditions for storage: without empty values and lists, and without duplicate conditions and values. */
export function tidyCriteria(conditions: readonly Condition[]): Condition[] {
  const tidied = conditions.map(tidyCondition).filter((condition) => !isEmpty(condition))
  return distinct(tidied)
}

const tidyCondition = (condition: Condition): Condition =>
  Object.fromEntries(
    Object.entries(condition)
      .map(([name, value]) => [name, tidyValue(value)] as const)
      .filter(([, value]) => !isEmpty(value)),
  )

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return distinct(value.filter((item) => !isEmpty(item)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isEmpty(member)))
}

function distinct<T>(items: readonly T[]): T[] {
  const byText = new Map<string, T>()
  for (const item of items) if (!byText.has(JSON.stringify(item))) byText.set(JSON.stringify(item), item)
  return [...byText.values()]
}

/** Returns true if criteria name patients as a type, in any spelling, or hold a pattern that matches the type. */
export const namesPatients = ({ conditions }: ReadCriteria): boolean =>
  conditions.some(({ path, test }) => path === 'AssetType' && Object.values(test).some(isPatientType))

function isPatientType(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPatientType)
  if (typeof value === 'string') return value.toLowerCase() === PATIENT.toLowerCase()
  return matcherOf(value)?.(PATIENT) ?? false
}
