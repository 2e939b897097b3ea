import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OptionOrders, RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'
import type { ActiveRules } from './rule-cache.ts'
import { createRuleSet } from './rule-set.ts'
import { type AssetRuleState, beginRuleStep, ruleUpdate } from './rule-step.ts'

const LEVELS = ['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']
const LEVEL = 'Fields.BatteryLevel.Level'
const VOLUME = 'Fields.VolumeInfused'
const FLAGS = 'Fields.Flags'
const WARD = 'CurrentLocation.fullPath.Level_2'
const PATHS = [LEVEL, VOLUME, FLAGS, WARD]
const ASSETS = 4
const RUNS = 100
const EVENTS = 2_000

const orders: OptionOrders = new Map([
  ['Equipment', new Map([[LEVEL, new Map(LEVELS.map((level, index) => [level, index]))]])],
])

const valueOf: Record<string, fc.Arbitrary<RuleValue>> = {
  [LEVEL]: fc.constantFrom(...LEVELS, 'LEVEL_9', undefined),
  [VOLUME]: fc.constantFrom<RuleValue>(0, 1, 1.5, 2, '2', '', 'x', true, undefined),
  [FLAGS]: fc.constantFrom<RuleValue>(['a'], ['b'], ['a', 'b'], ['c', 'a'], [3], undefined),
  [WARD]: fc.constantFrom('Ward 1', 'Ward 2', undefined),
}
const valuesIn: Record<string, string[]> = {
  [LEVEL]: LEVELS,
  [VOLUME]: ['1', '2', 'true', 'x'],
  [FLAGS]: ['a', 'b', '3'],
  [WARD]: ['Ward 1', 'Ward 2'],
}

const condition = fc.constantFrom(...PATHS).chain((path): fc.Arbitrary<RuleCondition> => {
  const anyOf = fc.record({
    path: fc.constant(path),
    operator: fc.constant('any-of' as const),
    texts: fc.subarray(valuesIn[path] ?? [], { minLength: 1 }),
    absent: fc.boolean(),
  })
  if (path === WARD) return anyOf
  const limited = fc.record({
    path: fc.constant(path),
    operator: fc.constantFrom('less-than' as const, 'greater-than' as const),
    limit: fc.constantFrom(0, 1, 1.5, 2, 3),
  })
  return fc.oneof(anyOf, limited)
})
const rules = fc
  .array(fc.array(condition, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 25 })
  .map((lists) =>
    lists.map(
      (conditions, index): RuleDefinition => ({
        id: `rule ${index}`,
        kind: 'rule',
        name: `Rule ${index}`,
        priority: 'Low',
        assetType: 'Equipment',
        conditions,
      }),
    ),
  )

type Event = { asset: number; process: number; time: number; values: [string, RuleValue][]; restart: boolean }
const event: fc.Arbitrary<Event> = fc.record({
  asset: fc.nat(ASSETS - 1),
  process: fc.nat(1),
  /** offset from the previous event: late events, equal times, later events */
  time: fc.integer({ min: -2, max: 6 }),
  values: fc
    .subarray(PATHS, { minLength: 1, maxLength: 2 })
    .chain((paths) =>
      fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), valueOf[path] ?? fc.constant(undefined)))),
    ),
  restart: fc.nat(99).map((number) => number === 0),
})

/** Stored rule state of an asset. */
type Stored = { values: Map<string, RuleValue>; times: Map<string, number>; rev: number; raised: string[] }

const activeRules = (definitions: readonly RuleDefinition[]): ActiveRules => ({
  ...createRuleSet(definitions, orders),
  isEncrypted: () => false,
  fieldName: (_type, path) => path,
})

/** A process that writes events conditionally on its known state, as the services do. */
class Writer {
  private readonly definitions: readonly RuleDefinition[]
  private rules: ActiveRules
  private readonly known = new Map<Stored, AssetRuleState>()

  constructor(definitions: readonly RuleDefinition[]) {
    this.definitions = definitions
    this.rules = activeRules(definitions)
  }

  restart(): void {
    this.known.clear()
    this.rules = activeRules(this.definitions)
  }

  write(stored: Stored, time: number, values: readonly [string, RuleValue][]): void {
    for (;;) {
      const newer = values.filter(([path]) => (stored.times.get(path) ?? Number.NEGATIVE_INFINITY) < time)
      if (newer.length === 0) return
      const state = this.known.get(stored) ?? { rev: stored.rev, values: new Map(stored.values) }
      const step = beginRuleStep(this.rules, { AssetType: 'Equipment', active: true }, state)
      step.change(newer, new Date(time))
      const update = ruleUpdate(state, step)
      if (!meetsCondition(update.condition['Rules.rev'], stored)) {
        this.known.delete(stored)
        continue
      }
      for (const [path, value] of newer) {
        stored.values.set(path, value)
        stored.times.set(path, time)
      }
      stored.rev = update.$set['Rules.rev'] ?? stored.rev
      stored.raised.push(...step.raised.map(({ rule }) => rule))
      this.known.set(stored, step.after())
      return
    }
  }
}

const meetsCondition = (ruleRev: unknown, { rev }: Stored): boolean =>
  typeof ruleRev === 'object' ? rev === 0 : ruleRev === rev

/** Returns true if a rule holds, computed from its definition. */
const holds = ({ conditions }: RuleDefinition, values: ReadonlyMap<string, RuleValue>): boolean =>
  conditions.every((tested) => {
    const value = values.get(tested.path)
    const list = value === undefined ? [] : [value].flat()
    if (tested.operator === 'any-of')
      return list.length === 0 ? tested.absent : list.some((element) => tested.texts.includes(`${element}`))
    return list.some((element) => {
      const rank = tested.path === LEVEL ? LEVELS.indexOf(`${element}`) : Number(element)
      if (typeof element === 'boolean' || element === '' || Number.isNaN(rank)) return false
      if (tested.path === LEVEL && rank < 0) return false
      return tested.operator === 'less-than' ? rank < tested.limit : rank > tested.limit
    })
  })

it(`fires each rule once per crossing in ${RUNS * EVENTS} late, repeated and new changes by two restarting processes`, () => {
  let fired = 0
  fc.assert(
    fc.property(
      rules,
      fc.array(event, { minLength: EVENTS, maxLength: EVENTS, size: 'max' }),
      (definitions, events) => {
        const writers = [new Writer(definitions), new Writer(definitions)]
        const assets = Array.from(
          { length: ASSETS },
          (): Stored => ({ values: new Map(), times: new Map(), rev: 0, raised: [] }),
        )
        const expected: string[][] = assets.map(() => [])
        const current = assets.map(() => new Map<string, RuleValue>())
        const times = assets.map(() => new Map<string, number>())
        let now = 1_000
        for (const { asset, process, time: step, values, restart } of events) {
          now += step
          const stored = assets[asset]
          const writer = writers[process]
          const before = current[asset]
          if (!stored || !writer || !before) throw new Error('no such asset')
          if (restart) writer.restart()
          writer.write(stored, now, values)
          const after = new Map(before)
          for (const [path, value] of values) {
            if ((times[asset]?.get(path) ?? Number.NEGATIVE_INFINITY) >= now) continue
            times[asset]?.set(path, now)
            after.set(path, value)
          }
          for (const rule of definitions)
            if (!holds(rule, before) && holds(rule, after)) expected[asset]?.push(rule.id)
          current[asset] = after
        }
        assets.forEach(({ raised }, index) => {
          fired += raised.length
          expect(raised.toSorted()).toEqual(expected[index]?.toSorted())
        })
      },
    ),
    { numRuns: RUNS },
  )
  expect(fired).toBeGreaterThan(RUNS * EVENTS * 0.1)
})
