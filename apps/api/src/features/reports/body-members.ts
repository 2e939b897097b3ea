import type { Condition, CriteriaBody } from '@wardtrack/contracts'
import { invalidMember } from '@wardtrack/service-kit'

const WRAPPERS = ['criteria', 'items', 'query', 'filter']

/** Member of criteria, with its path in the body for error messages. */
export type FoundMember = { value: unknown; path: string }

/** Finds the last condition with this name anywhere in the body. */
export const findMember = (body: CriteriaBody, name: string): FoundMember | undefined =>
  membersOf(body, name).at(-1)

const membersOf = (body: CriteriaBody, name: string): FoundMember[] =>
  conditionsOf(body).flatMap(({ condition, prefix }) =>
    Object.hasOwn(condition, name) ? [{ value: condition[name], path: prefix + name }] : [],
  )

/**
 * Finds the only condition with this name.
 * @throws ApiError 400 naming the second one if there are several
 */
export function findOnlyMember(body: CriteriaBody, name: string, message: string): FoundMember | undefined {
  const [found, second] = membersOf(body, name)
  if (second) throw invalidMember(second.path, message)
  return found
}

/** Returns the body without the conditions of this name. */
export function withoutMember(body: CriteriaBody, name: string): CriteriaBody {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (!isObject(value)) return value
    const { [name]: _left, ...members } = value
    return members
  }
  if (Array.isArray(body)) return strip(body) as Condition[]
  const stripped = strip(body) as Condition
  for (const wrapper of WRAPPERS)
    if (Object.hasOwn(stripped, wrapper)) stripped[wrapper] = strip(stripped[wrapper])
  return stripped
}

/** Returns a member that controls the list and is not a condition, such as `level`. */
export const controlMember = (body: CriteriaBody, name: string): unknown =>
  Array.isArray(body) || !Object.hasOwn(body, name) ? undefined : body[name]

function conditionsOf(body: CriteriaBody): { condition: Condition; prefix: string }[] {
  if (Array.isArray(body)) return body.map((condition, index) => ({ condition, prefix: `${index}.` }))
  const found = [{ condition: body, prefix: '' }]
  for (const wrapper of WRAPPERS) {
    const inner = body[wrapper]
    if (Array.isArray(inner))
      for (const [index, condition] of inner.entries())
        if (isObject(condition)) found.push({ condition, prefix: `${wrapper}.${index}.` })
    if (isObject(inner)) found.push({ condition: inner, prefix: `${wrapper}.` })
  }
  return found
}

const isObject = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
