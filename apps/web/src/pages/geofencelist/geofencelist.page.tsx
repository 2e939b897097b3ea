export { FenceTable as Page } from '../../features/geofence-list/index.ts'
