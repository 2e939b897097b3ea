import type { Actor, ServiceParts } from '@wardtrack/access'
import type { ServedCall } from '@wardtrack/service-kit'
import { createLevelCalls } from './level-calls.ts'
import { createMappingCalls } from './mapping-calls.ts'
import { createPlaceCalls } from './place-calls.ts'

export { keepDepths } from './keep-depths.ts'

/** Rows 54, 55, 57 and 59 to 62 of calls.md: the internal hierarchy, the providers', and the mapping between them. */
export function createHierarchyCalls(parts: Pick<ServiceParts, 'db' | 'bus'>): ServedCall<Actor>[] {
  return [...createLevelCalls(parts), ...createPlaceCalls(parts), ...createMappingCalls(parts)]
}
