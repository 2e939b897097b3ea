import type { ServiceParts } from '@wardtrack/access'
import type { Types } from '@wardtrack/database'
import { createRuleCache, type RuleCache } from './rule-cache.ts'
import { createRuleStates, type RuleStates } from './rule-states.ts'

/** Rule evaluation of a process, used by every writer of assets. */
export type RuleEvaluation = {
  rules: RuleCache
  states: RuleStates
  /** announces, after the writes, that rules fired for these assets */
  announce(assets: readonly Types.ObjectId[]): void
  close(): void
}

/** Creates the rule evaluation; each service of a process has its own. */
export function createRuleEvaluation(parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>): RuleEvaluation {
  const rules = createRuleCache(parts)
  return {
    rules,
    states: createRuleStates(parts.db),
    announce: (assets) => {
      if (assets.length > 0)
        parts.bus.publish('rules.fired', { assets: assets.map((_id) => _id.toHexString()) })
    },
    close: rules.close,
  }
}
