export { FindNearestPanel } from './find-nearest-panel.tsx'
export { nearestPath } from './nearest-address.ts'
export { NearestView } from './nearest-view.tsx'
