import { type Head, pipelineHead } from '../aggregate/pipeline.ts'
import { compileStages, stageSpecs } from '../aggregate/stages.ts'
import { documentBytes, emptyDocument } from '../bson/make.ts'
import { buildArray } from '../bson/writer.ts'
import { failedToParse, notImplemented } from '../errors.ts'
import { findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import { type Plan, type Question, sourceOf } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { parseSort } from '../query/sort.ts'
import type { Engine } from './engine.ts'
import { checkCommandMembers } from './members.ts'
import { hintOf } from './read.ts'
import { Request } from './request.ts'

type QueryHead = Omit<Head, 'rest'>
type ExplainedQuery = Question & QueryHead

function readQuery(request: Request): ExplainedQuery {
  const head = request.name === 'aggregate' ? readPipeline(request) : readFilter(request)
  const wanted = head.limit === undefined ? undefined : head.limit + head.skip
  return { ...head, wanted, hint: hintOf(request.get('hint')) }
}

function readPipeline(request: Request): QueryHead {
  const { rest, ...head } = pipelineHead(stageSpecs(request.get('pipeline') ?? buildArray([])))
  compileStages(rest)
  return head
}

function readFilter(request: Request): QueryHead {
  if (!['find', 'count', 'distinct'].includes(request.name))
    throw notImplemented(`explain of ${request.name}`)
  const filter = request.document(request.name === 'find' ? 'filter' : 'query')
  return {
    filter: parseFilter(filter ?? emptyDocument),
    sort: parseSort(request.document('sort')),
    skip: request.number('skip') ?? 0,
    limit: request.number('limit') || undefined,
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
