import { AlertList } from '../../features/alerts/index.ts'

/** Geofence alerts: what is open first, worked through by acknowledging and resolving. */
export function Page() {
  return <AlertList />
}
