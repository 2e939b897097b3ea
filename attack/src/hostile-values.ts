import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
}

/** Creates a value that is deep enough to break a recursive reader, and small enough to send. */
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)

/** Members that a reader may mistake for its own: operators, prototypes, methods. */
const HOSTILE_MEMBERS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'toJSON',
  '$where',
  '$gt',
  '$ne',
  '$expr',
  '$function',
  'a.b',
  '',
  '\u0000',
]

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  'a\u2028b',
  '__proto__',
  '$where',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '127.0.0.1:1/x',
  `(${'a+'.repeat(20)})+$`,
  `^(${'a|a'.repeat(10)})*b`,
  'a'.repeat(20_000),
  '=HYPERLINK("http://x")',
  '<img src=x onerror=alert(1)>',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T00:00:00Z',
  '1e400',
  '9007199254740993',
]

const HOSTILE_NUMBERS = [0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324]

/** Any value that no handler expects. `__proto__` is an own member, as after JSON.parse. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    nested(120),
    Array.from({ length: 6_000 }, () => 1),
  ),
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(fc.constantFrom(...HOSTILE_MEMBERS), fc.constantFrom<unknown>('', 1, null, {}, { $gt: '' }))
    .map(([member, value]) => Object.fromEntries([[member, value]])),
  fc.constantFrom<unknown>(
    { $where: 'while(true){}' },
    { $regex: '(a+)+$', $options: 'gimsuy' },
    { $in: Array.from({ length: 2_000 }, (_, n) => n) },
    { sort: [{ sortField: '__proto__', sortDirection: 1 }] },
    { search: '*'.repeat(200) },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/**
 * Creates values that mostly have the shape that a call declares, with hostile ones anywhere in them.
 * @param shape schema of a body or a query
 */
export function nearlyValid(shape: z.ZodType): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof({ weight: 9, arbitrary: fromSchema(schema) }, { weight: 1, arbitrary: hostileValue })
}

function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(null).chain(() => fitting(schema)) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(fromSchema))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return arrayOf(schema)
    case 'integer':
      return fc.integer({ min: 1, max: 20 })
    case 'number':
      return fc.double({ min: 0, max: 50, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.constantFrom('Equipment', 'Patient', 'E-1', 'ground', 'room-1', 'May see', 'some text', '1')
    default:
      return hostileValue
  }
}

/** Creates a list, or a tuple with a valid value in each position. */
function arrayOf({ items, prefixItems }: JsonSchema): fc.Arbitrary<unknown> {
  return prefixItems
    ? fc.tuple(...prefixItems.map(fromSchema))
    : fc.array(items ? fromSchema(items) : hostileValue, { maxLength: 4 })
}

/** Creates declared members, each left out at times, and at times an undeclared one. */
function objectOf({ properties = {}, additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, fromSchema(member)]),
  )
  const more = typeof additionalProperties === 'object' ? fromSchema(additionalProperties) : hostileValue
  return fc
    .tuple(
      fc.record(members, { requiredKeys: [] }),
      fc.option(
        fc.tuple(fc.constantFrom('AssetType', 'Fields.AssetName', 'CustomTags', ...HOSTILE_MEMBERS), more),
        {
          freq: 3,
        },
      ),
    )
    .map(([known, extra]) => (extra ? Object.fromEntries([...Object.entries(known), extra]) : known))
}
