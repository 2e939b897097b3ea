export { MapMarking } from './map-marking.tsx'
export { MonitorList } from './monitor-list.tsx'
export { monitorPin, monitorsQuery } from './monitors.query.ts'
