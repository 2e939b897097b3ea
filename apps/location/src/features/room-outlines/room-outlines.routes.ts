import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createRoomOutlineService } from './room-outlines.service.ts'

/** Serves the call that lists the rooms of a map with known outlines. */
export function roomOutlineRoutes(parts: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [serve(calls.roomOutlines)<Actor>(createRoomOutlineService(parts).listOfMap)]
}
