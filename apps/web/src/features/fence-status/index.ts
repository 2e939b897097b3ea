export { FenceStatusView } from './fence-status-view.tsx'
