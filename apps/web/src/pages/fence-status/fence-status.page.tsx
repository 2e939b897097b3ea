import { FenceStatusView } from '../../features/fence-status/index.ts'

/** Which assets are inside which geofence. */
export const Page = () => <FenceStatusView />
