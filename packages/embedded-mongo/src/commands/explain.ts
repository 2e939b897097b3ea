import { documentBytes, emptyDocument } from '../bson/make.ts'
import { failedToParse, notImplemented } from '../errors.ts'
import { findDocuments, type Page } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { type Plan, type Question, sourceOf } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { parseSort } from '../query/sort.ts'
import type { Engine } from './engine.ts'
import { checkCommandMembers } from './members.ts'
import { hintOf } from './read.ts'
import { Request } from './request.ts'

type ExplainedQuery = Question & Page

function readQuery(request: Request): ExplainedQuery {
  if (request.name !== 'find') throw notImplemented(`explain of ${request.name}`)
  const skip = request.number('skip') ?? 0
  const limit = request.number('limit') || undefined
  return {
    filter: parseFilter(request.document('filter') ?? emptyDocument),
    sort: parseSort(request.document('sort')),
    skip,
    limit,
    wanted: limit === undefined ? undefined : limit + skip,
    hint: hintOf(request.get('hint')),
  }
}

function describePlan(plan: Plan): Record<string, unknown> {
  switch (plan.kind) {
    case 'nothing':
      return { stage: 'EOF' }
    case 'collection':
      return { stage: 'COLLSCAN', direction: 'forward' }
    case 'union':
      return { stage: 'OR', inputStages: plan.plans.map(describePlan) }
    case 'index':
      return {
        stage: 'IXSCAN',
        indexName: plan.index.record.name,
        keyPattern: Object.fromEntries(plan.index.record.key),
        isMultiKey: plan.index.record.arrayPaths.length > 0,
        direction: plan.reverse ? 'backward' : 'forward',
        ranges: plan.ranges.length,
        probes: plan.probes.length,
        residualFilter: plan.residual !== undefined,
      }
  }
}

/** Which index a query would use; with executionStats also what it examined. */
export function explain(engine: Engine, request: Request): Buffer {
  const inner = request.document('explain')
  if (!inner) throw failedToParse('explain needs a command')
  const command = new Request(inner, new Map())
  checkCommandMembers(command)
  const collection = engine.catalogue.find(request.db, command.collection())
  const wanted = readQuery(command)
  const plan: Plan = collection
    ? planQuery(engine.store, collection, wanted)
    : { kind: 'nothing', sorted: true }
  const scan = describePlan(plan)
  const fetched = plan.kind === 'index' ? { stage: 'FETCH', inputStage: scan } : scan
  const winningPlan = plan.sorted ? fetched : { stage: 'SORT', inputStage: fetched }
  const source = collection && sourceOf(engine.store, collection)
  let returned = 0
  const stats = request.text('verbosity') !== 'queryPlanner'
  if (stats && source) for (const found of findDocuments(source, plan, wanted)) if (found) returned++
  return documentBytes({
    queryPlanner: { namespace: `${request.db}.${command.collection()}`, winningPlan, rejectedPlans: [] },
    executionStats: stats
      ? {
          nReturned: returned,
          totalKeysExamined: source?.counts.keys ?? 0,
          totalDocsExamined: source?.counts.documents ?? 0,
        }
      : undefined,
    ok: 1,
  })
}
