import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createParLevelService, type ParLevelParts } from './par-levels.service.ts'

/** Creates the calls of PAR levels. */
export function parLevelRoutes(parts: ParLevelParts): ServedCall<Actor>[] {
  const levels = createParLevelService(parts)
  return [
    serve(calls.parLevels)<Actor>(levels.list),
    serve(calls.parLevelPlaces)<Actor>(levels.places),
    serve(calls.parLevel)<Actor>(levels.read),
    serve(calls.saveParLevel)<Actor>(levels.save),
    serve(calls.removeParLevel)<Actor>(levels.remove),
  ]
}
