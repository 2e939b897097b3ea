import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MapService } from './maps.service.ts'

/** Serves the calls about maps: reading one, and storing the image of a place's map. */
export const mapRoutes = (maps: MapService): ServedCall<Actor>[] => [
  serve(calls.getMap)<Actor>(maps.get),
  serve(calls.uploadMap)<Actor>(maps.upload),
]
