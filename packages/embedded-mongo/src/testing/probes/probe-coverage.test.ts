import type { Document } from 'bson'
import { describe, expect, it } from 'vitest'
import { EXPRESSIONS as CARRIED_OUT } from '../../aggregate/expression.ts'
import { ACCUMULATORS } from '../../aggregate/group.ts'
import { UPDATE_OPERATORS } from '../../update/operators.ts'
import { EXPRESSIONS, PIPELINES } from './aggregation-probes.ts'
import { COMMANDS } from './command-probes.ts'
import { FILTERS } from './filter-probes.ts'
import { FINDS } from './find-probes.ts'
import { operatorsOf } from './operators-of.ts'
import { PRODUCT_OPERATORS } from './product-operators.ts'
import { UPDATES } from './update-probes.ts'

/** Features that tests of cursors, connections and driver options cover, because one question and answer cannot. */
const SHOWN_ELSEWHERE = [
  'copyStore',
  'endSessions',
  'getMore',
  'getMore.batchSize',
  'getMore.collection',
  'hello',
  'ismaster',
  'saslContinue',
  'saslStart',
]

const commands: Document[] = [
  ...FILTERS.map(([, , filter]) => ({ find: 'probe', filter })),
  ...FINDS.map(([, , options]) => ({ find: 'probe', ...options })),
  ...UPDATES.map(([, , statement]) => ({ update: 'probe', updates: [statement] })),
  ...PIPELINES.map(([, , pipeline]) => ({ aggregate: 'probe', pipeline, cursor: {} })),
  ...EXPRESSIONS.map(([expression]) => ({
    aggregate: 'probe',
    pipeline: [{ $project: { v: expression } }],
  })),
  ...COMMANDS.map(([, , command]) => command),
]
const probed = new Set([...SHOWN_ELSEWHERE, ...commands.flatMap((command) => [...operatorsOf(command)])])
const withoutProbe = (names: readonly string[]) => names.filter((name) => !probed.has(name))

describe('the probe table', () => {
  it('has a probe for every feature that the product sends', () => {
    expect(withoutProbe(PRODUCT_OPERATORS)).toEqual([])
  })

  it('has a probe for every supported operator', () => {
    expect(withoutProbe(Object.keys(CARRIED_OUT).map((name) => `expression ${name}`))).toEqual([])
    expect(withoutProbe(Object.keys(ACCUMULATORS).map((name) => `accumulator ${name}`))).toEqual([])
    expect(withoutProbe(Object.keys(UPDATE_OPERATORS).map((name) => `update ${name}`))).toEqual([])
  })
})
