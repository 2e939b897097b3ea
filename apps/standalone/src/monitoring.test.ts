import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }
type Panel = {
  id: number
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { expr: string }[]
}
type RuleTest = { promql_expr_test: { exp_samples: { labels: string }[] }[] }

const MONITORING = new URL('../../../install/monitoring/', import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, MONITORING), 'utf8')

const rules = (parse(textOf('wardtrack-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const { tests: ruleTests } = parse(textOf('wardtrack-alerts.test.yml')) as { tests: RuleTest[] }
const dashboard = JSON.parse(textOf('grafana-dashboard.json')) as {
  panels: Panel[]
  templating: { list: { name: string; query: string | { query: string } }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
)
const expressions = [...rules.map(({ alert, expr }) => [alert, expr] as const), ...queries]

/** Metrics of Prometheus itself: `up` is the availability of each process. */
const OF_PROMETHEUS = new Set(['up'])
/** Suffixes of a histogram's series, after its declared name. */
const SERIES = /_(?:bucket|sum|count)$/
/** An address without a listener: metrics of Redis and Kafka exist even when neither answers. */
const NOBODY = '127.0.0.1:9'

/** Returns the metrics that an expression reads, and whether the expression is well-formed. */
function readExpression(text: string): { metrics: string[]; isWellFormed: boolean } {
  const metrics: string[] = []
  let isWellFormed = true
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) isWellFormed = false
      if (type.name === 'Identifier') metrics.push(text.slice(from, to))
    },
  })
  return { metrics, isWellFormed }
}

describe('the metrics', () => {
  let product: RunningProduct
  let dataDir: string
  let declared: ReadonlyMap<string, string>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-monitoring-'))
    product = await startProduct(dataDir, {
      REDIS_URL: `redis://${NOBODY}`,
      KAFKA_BROKERS: NOBODY,
      WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1',
    })
    const supervisor = await product.supervisor()
    // Delivery metrics exist once the first address is configured.
    const mirth = {
      Type: 'Mirth',
      SubType: 'Mirth',
      Fields: { LocationHierarchy: `http://${NOBODY}/` },
    } as const
    await supervisor.call('createSettings', { body: mirth })
    declared = await vi.waitFor(async () => {
      const found = await declaredMetrics(product.url)
      if (!found.has('wardtrack_outbox_pending')) throw new Error('no figures of deliveries yet')
      return found
    }, TEST_WAIT)
  })
  afterAll(async () => {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each(expressions)('that "%s" reads all exist in the product', (_, expr) => {
    const missing = readExpression(expr).metrics.filter(
      (name) => !OF_PROMETHEUS.has(name) && !declared.has(name) && !isSeriesOf(name),
    )
    expect(missing).toEqual([])
  })

  test('of the product for operators are all on the dashboard', () => {
    const shown = new Set(
      queries.flatMap(([, expr]) => readExpression(expr).metrics).map((name) => name.replace(SERIES, '')),
    )
    const hidden = [...declared.keys()].filter((name) => name.startsWith('wardtrack_') && !shown.has(name))
    // A hash cannot be plotted.
    expect(hidden).toEqual(['wardtrack_audit_head_hash'])
  })

  test('are used in rates only if they are counters', () => {
    const growing = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name]) => String(name)),
    )
    expect(growing.length).toBeGreaterThan(20)
    expect(growing.filter((name) => declared.get(name) !== 'counter' && !isSeriesOf(name))).toEqual([])
  })

  const isSeriesOf = (name: string): boolean => declared.get(name.replace(SERIES, '')) === 'histogram'
})

/** Reads the declared metrics from `/metrics`: names and types (counter, gauge or histogram). */
async function declaredMetrics(url: string): Promise<Map<string, string>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name ?? '', type ?? '']),
  )
}

describe('the alerts', () => {
  test.each(expressions)('and the dashboard use valid PromQL: "%s"', (_, expr) => {
    const { metrics, isWellFormed } = readExpression(expr)
    expect(isWellFormed).toBe(true)
    expect(metrics.length).toBeGreaterThan(0)
  })

  test('have a unique name, a severity and a description for the person on call', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect(['warning', 'critical'], `${alert} has a severity`).toContain(labels.severity)
      expect(Object.keys(annotations), `${alert} has its words`).toEqual(['summary', 'description'])
    }
  })

  test('are each triggered by the tests for promtool', () => {
    const fired = ruleTests.flatMap((each) =>
      each.promql_expr_test.flatMap(({ exp_samples: samples }) => samples.map(({ labels }) => labels)),
    )
    const tested = new Set(fired.map((labels) => /alertname="(\w+)"/.exec(labels)?.[1]))
    expect(rules.map(({ alert }) => alert).filter((alert) => !tested.has(alert))).toEqual([])
  })

  test("are described in the operators' document, with what to do", () => {
    const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    expect(rules.map(({ alert }) => alert).filter((alert) => !document.includes(`\`${alert}\``))).toEqual([])
  })
})

test('gives panels of the dashboard unique numbers and non-overlapping positions', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})
