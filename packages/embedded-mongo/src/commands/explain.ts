import { documentBytes } from '../bson/make.ts'
import { failedToParse } from '../errors.ts'
import { findDocuments } from '../query/execute.ts'
import { type Plan, sourceOf } from '../query/plan.ts'
import { visitFound } from '../query/turns.ts'
import type { Engine } from './engine.ts'
import { checkCommandMembers } from './members.ts'
import { planOf, readQuery } from './query.ts'
import { Request } from './request.ts'

const STAGES = { nothing: 'EOF', collection: 'COLLSCAN', union: 'OR', index: 'IXSCAN' } as const

const describePlan = (plan: Plan): Record<string, unknown> => ({
  stage: STAGES[plan.kind],
  ...(plan.kind === 'union' ? { inputStages: plan.plans.map(describePlan) } : {}),
  ...(plan.kind === 'index' ? { indexName: plan.index.record.name } : {}),
})

/** Reports the index that a find or aggregate would use. With executionStats it also reports the examined entries. */
export async function explain(engine: Engine, request: Request): Promise<Buffer> {
  const inner = request.document('explain')
  if (!inner) throw failedToParse('explain needs a command')
  const command = new Request(inner, new Map())
  checkCommandMembers(command)
  const query = readQuery(command)
  const collection = engine.catalogue.find(request.db, command.collection())
  const plan: Plan = collection ? planOf(engine.store, collection, query) : { kind: 'nothing', sorted: true }
  const scan = describePlan(plan)
  const fetched = plan.kind === 'index' ? { stage: 'FETCH', inputStage: scan } : scan
  const winningPlan = plan.sorted ? fetched : { stage: 'SORT', inputStage: fetched }
  const source = collection && sourceOf(engine.store, collection)
  let returned = 0
  const stats = request.text('verbosity') !== 'queryPlanner'
  if (stats && source) await visitFound(findDocuments(source, plan, query), () => returned++)
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
