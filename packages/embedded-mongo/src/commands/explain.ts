import { pipelineHead } from '../aggregate/pipeline.ts'
import { compileStages, stageSpecs } from '../aggregate/stages.ts'
import { documentBytes, emptyDocument } from '../bson/make.ts'
import { type Value } from '../bson/value.ts'
import { buildArray } from '../bson/writer.ts'
import { StoreError } from '../errors.ts'
import type { Filter } from '../query/ast.ts'
import { findDocuments } from '../query/execute.ts'
import { parseFilter } from '../query/parse.ts'
import type { Plan, Question } from '../query/plan.ts'
import { planQuery } from '../query/planner.ts'
import { parseSort } from '../query/sort.ts'
import type { Engine } from './engine.ts'
import { checkCommandMembers } from './members.ts'
import { hintOf } from './read.ts'
import { Request } from './request.ts'

type ExplainedQuery = Question & { skip: number; limit: number | undefined }

function readQuery(request: Request): ExplainedQuery {
  if (request.name === 'aggregate') {
    const head = pipelineHead(stageSpecs(request.get('pipeline') ?? buildArray([])))
    compileStages(head.rest)
    return question(head.filter, { ...head }, request.get('hint'))
  }
  const key = request.name === 'find' ? 'filter' : 'query'
  if (!['find', 'count', 'distinct'].includes(request.name)) {
    throw new StoreError(
      238,
      `The embedded store explains find, count, distinct and aggregate, not ${request.name}`,
    )
  }
  const filter = parseFilter(request.document(key) ?? emptyDocument)
  const limit = request.number('limit') || undefined
  return question(
    filter,
    { sort: parseSort(request.document('sort')), skip: request.number('skip') ?? 0, limit },
    request.get('hint'),
  )
}

function question(
  filter: Filter,
  shape: Pick<ExplainedQuery, 'sort' | 'skip' | 'limit'>,
  hint: Value | undefined,
): ExplainedQuery {
  const wanted = shape.limit === undefined ? undefined : shape.limit + shape.skip
  return { filter, sort: shape.sort, skip: shape.skip, limit: shape.limit, wanted, hint: hintOf(hint) }
}

function describe(plan: Plan): Record<string, unknown> {
  switch (plan.kind) {
    case 'nothing':
      return { stage: 'EOF' }
    case 'collection':
      return { stage: 'COLLSCAN', direction: 'forward' }
    case 'union':
      return { stage: 'OR', inputStages: plan.plans.map(describe) }
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
  if (!inner) throw new StoreError(9, 'explain needs a command')
  const command = new Request(inner, new Map())
  checkCommandMembers(command)
  const collection = engine.catalogue.find(request.db, command.collection())
  const wanted = readQuery(command)
  const plan: Plan = collection
    ? planQuery(engine.store, collection, wanted)
    : { kind: 'nothing', sorted: true }
  const scan = describe(plan)
  const fetched = plan.kind === 'index' ? { stage: 'FETCH', inputStage: scan } : scan
  const winningPlan = plan.sorted ? fetched : { stage: 'SORT', inputStage: fetched }
  const counts = { keys: 0, documents: 0 }
  let returned = 0
  const stats = (request.text('verbosity') ?? 'allPlansExecution') !== 'queryPlanner'
  if (stats && collection) {
    for (const found of findDocuments(
      engine.store,
      collection,
      plan,
      wanted.sort,
      wanted.skip,
      wanted.limit,
      counts,
    )) {
      if (found) returned++
    }
  }
  return documentBytes({
    queryPlanner: { namespace: `${request.db}.${command.collection()}`, winningPlan, rejectedPlans: [] },
    ...(stats
      ? {
          executionStats: {
            executionSuccess: true,
            nReturned: returned,
            totalKeysExamined: counts.keys,
            totalDocsExamined: counts.documents,
          },
        }
      : {}),
    ok: 1,
  })
}
