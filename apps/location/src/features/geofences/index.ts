export { type GeofenceEvaluation, startGeofenceEvaluation } from './evaluation/geofence-evaluation.ts'
export type { GeofenceRules } from './evaluation/geofence-rules.ts'
export { type PlaceChange, placeAfter, placeUpdate } from './evaluation/place-update.ts'
export { geofenceRoutes } from './geofences.routes.ts'
