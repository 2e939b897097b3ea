import type { Actor, ServiceParts } from '@wardtrack/access'
import type { ServedCall } from '@wardtrack/service-kit'
import { createPlaceCalls } from './hierarchies.service.ts'
import { createLevelCalls } from './level-calls.ts'
import { createMappingCalls } from './place-mapping.service.ts'

/** Rows 54, 55, 57 and 59 to 62 of calls.md: the internal hierarchy, the providers', and the mapping between them. */
export function hierarchyRoutes(parts: Pick<ServiceParts, 'db' | 'bus'>): ServedCall<Actor>[] {
  return [...createLevelCalls(parts), ...createPlaceCalls(parts), ...createMappingCalls(parts)]
}
