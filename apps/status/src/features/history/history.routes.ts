import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createHistoryService } from './history.service.ts'

/** Serves the calls about the status history of one asset. */
export function historyRoutes(parts: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  const history = createHistoryService(parts)
  return [
    serve(calls.deviceStatusHistory)<Actor>(history.page),
    serve(calls.deviceStateStretches)<Actor>(history.stretches),
  ]
}
