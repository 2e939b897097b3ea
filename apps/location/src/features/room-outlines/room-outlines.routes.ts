import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createRoomOutlineService } from './room-outlines.service.ts'

/** The call about rooms: those of a map whose outlines are known. */
export function roomOutlineRoutes(parts: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [serve(calls.roomOutlines)<Actor>(createRoomOutlineService(parts).listOfMap)]
}
