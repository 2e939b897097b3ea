import { FenceStatusView } from '../../features/fence-status/index.ts'

/** Report on the assets inside each geofence. */
export const Page = () => <FenceStatusView />
