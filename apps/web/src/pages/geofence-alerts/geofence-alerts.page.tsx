import { AlertList } from '../../features/alerts/index.ts'

/** Geofence alerts, open ones first, with acknowledging and resolving. */
export function Page() {
  return <AlertList />
}
