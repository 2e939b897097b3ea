import { AlertList } from '../../features/alerts/alert-list.tsx'

/** Geofence alerts: what is open first, worked through by acknowledging and resolving. */
export function Page() {
  return <AlertList />
}
