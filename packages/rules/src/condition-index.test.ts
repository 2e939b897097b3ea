import { expect, it } from 'vitest'
import type { RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'
import { createRuleSet } from './rule-set.ts'

const PATH = 'Fields.BatteryLevel.Level'
const WARD = 'CurrentLocation.fullPath.Level_2'
const orders = new Map([
  [
    'Equipment',
    new Map([
      [
        PATH,
        new Map([
          ['LEVEL_1', 0],
          ['LEVEL_2', 1],
          ['LEVEL_3', 2],
        ]),
      ],
    ]),
  ],
])
const rule = (id: string, conditions: RuleCondition[]): RuleDefinition => ({
  id,
  kind: 'rule',
  name: id,
  priority: 'High',
  assetType: 'Equipment',
  conditions,
})
const anyOf = (path: string, texts: string[], absent = false): RuleCondition => ({
  path,
  operator: 'any-of',
  texts,
  absent,
})

/** Returns the ids of the rules that one change of one value fires. */
const firedBy = (
  definitions: RuleDefinition[],
  path: string,
  before: RuleValue,
  after: RuleValue,
): string[] =>
  createRuleSet(definitions, orders)
    .evaluate('Equipment', [{ path, before, after }], (askedPath) => (askedPath === path ? after : undefined))
    .fired.map((fired) => fired.rule.id)

it('fires a rule when its value starts to match, but not while it keeps matching', () => {
  const rules = [rule('low', [anyOf(PATH, ['LEVEL_1', 'LEVEL_2'])])]
  expect(firedBy(rules, PATH, 'LEVEL_3', 'LEVEL_1')).toEqual(['low'])
  expect(firedBy(rules, PATH, 'LEVEL_1', 'LEVEL_2')).toEqual([])
  expect(firedBy(rules, PATH, 'LEVEL_1', 'LEVEL_3')).toEqual([])
  expect(firedBy(rules, PATH, undefined, 'LEVEL_2')).toEqual(['low'])
})

it('compares options by their order in the mapping and never matches an unknown code', () => {
  const rules = [rule('less', [{ path: PATH, operator: 'less-than', limit: 1 }])]
  expect(firedBy(rules, PATH, 'LEVEL_2', 'LEVEL_1')).toEqual(['less'])
  expect(firedBy(rules, PATH, 'LEVEL_3', 'LEVEL_2')).toEqual([])
  expect(firedBy(rules, PATH, 'LEVEL_2', 'LEVEL_0')).toEqual([])
})

it('fires when a limit is crossed in either direction; a value equal to the limit is neither above nor below', () => {
  const path = 'Fields.VolumeInfused'
  const rules = [
    rule('less', [{ path, operator: 'less-than', limit: 5 }]),
    rule('greater', [{ path, operator: 'greater-than', limit: 5 }]),
  ]
  expect(firedBy(rules, path, 5, 4.9)).toEqual(['less'])
  expect(firedBy(rules, path, 4, 6)).toEqual(['greater'])
  expect(firedBy(rules, path, 4, 5)).toEqual([])
  expect(firedBy(rules, path, 6, '4')).toEqual(['less'])
})

it('fires a rule over field and place whichever of them changes last', () => {
  const rules = [rule('both', [anyOf(PATH, ['LEVEL_1']), anyOf(WARD, ['Ward 4'])])]
  const set = createRuleSet(rules, orders)
  const values = new Map<string, RuleValue>([[PATH, 'LEVEL_1']])
  const change = (path: string, after: RuleValue): string[] => {
    const before = values.get(path)
    values.set(path, after)
    return set
      .evaluate('Equipment', [{ path, before, after }], (askedPath) => values.get(askedPath))
      .fired.map((fired) => fired.rule.id)
  }
  expect(change(WARD, 'Ward 4')).toEqual(['both'])
  expect(change(PATH, 'LEVEL_3')).toEqual([])
  expect(change(WARD, 'Ward 1')).toEqual([])
  expect(change(PATH, 'LEVEL_1')).toEqual([])
  expect(change(WARD, 'Ward 4')).toEqual(['both'])
  expect(set.watched('Equipment')).toEqual({
    values: [PATH],
    byField: new Map([['BatteryLevel', [PATH]]]),
    places: [WARD],
    placeReaders: [expect.any(Function)],
    isJoined: true,
  })
})

it('matches N/A for an asset without a value and ignores rules of other types', () => {
  const rules = [rule('none', [anyOf(PATH, ['N/A'], true)])]
  expect(firedBy(rules, PATH, 'LEVEL_1', undefined)).toEqual(['none'])
  const set = createRuleSet(rules, orders)
  expect(set.watched('Clinician')).toBeUndefined()
  expect(set.evaluate('Clinician', [{ path: PATH, before: 'x', after: undefined }], () => undefined)).toEqual(
    { fired: [], flipped: false },
  )
})

it('fires every rule that a new asset meets', () => {
  const rules = [rule('low', [anyOf(PATH, ['LEVEL_1'])]), rule('high', [anyOf(PATH, ['LEVEL_3'])])]
  const fired = createRuleSet(rules, orders).evaluateNew('Equipment', () => 'LEVEL_1')
  expect(fired.map((firing) => firing.rule.id)).toEqual(['low'])
})
