export { MapMarking } from './map-marking.tsx'
export { MonitorList } from './monitor-list.tsx'
export { figureOf, monitorsQuery } from './monitors.query.ts'
