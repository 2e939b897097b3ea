import { MAX_RULE_CONDITIONS, messages } from '@wardtrack/contracts'
import type { RuleScalar } from '@wardtrack/database'
import type { RuleField } from '@wardtrack/rules'
import { invalidCriteria } from '../assets/index.ts'

const MAX_VALUES = 500
const MAX_TEXT = 200

/**
 * Reads the conditions of an asset rule; empty values are ignored, as in criteria.
 * @param pathPrefix path of the conditions in the body, for error messages
 * @throws ApiError 400 `invalid_criteria` naming the member as sent
 */
export function readRuleCondition(
  sent: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, RuleField>,
  pathPrefix: string,
): Record<string, RuleScalar | RuleScalar[]> {
  const conditions = new Map<string, RuleScalar | RuleScalar[]>()
  for (const [key, value] of Object.entries(sent)) {
    const path = `${pathPrefix}.${key}`
    const field = fields.get(key)
    if (!field) throw invalidCriteria(path, messages.ruleFieldUnknown)
    const read = readValues(value, path)
    if (
      field.only &&
      read !== undefined &&
      ![read].flat().every((each) => field.only?.includes(String(each)))
    )
      throw invalidCriteria(path, messages.ruleInactive)
    if (read !== undefined) conditions.set(key, read)
  }
  if (conditions.size > MAX_RULE_CONDITIONS)
    throw invalidCriteria(pathPrefix, `At most ${MAX_RULE_CONDITIONS} conditions.`)
  return Object.fromEntries(conditions)
}

function readValues(value: unknown, path: string): RuleScalar | RuleScalar[] | undefined {
  if (!Array.isArray(value)) return isEmpty(value) ? undefined : readScalar(value, path)
  if (value.length > MAX_VALUES) throw invalidCriteria(path, `At most ${MAX_VALUES} values.`)
  const list = value.flatMap((element: unknown, index) =>
    isEmpty(element) ? [] : [readScalar(element, `${path}.${index}`)],
  )
  return list.length > 0 ? list : undefined
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

function readScalar(value: unknown, path: string): RuleScalar {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'string') throw invalidCriteria(path, 'Texts, numbers and booleans only.')
  if (value.length > MAX_TEXT) throw invalidCriteria(path, `At most ${MAX_TEXT} characters.`)
  return value
}
