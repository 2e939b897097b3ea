export { DevicesMapView } from './devices-map-view.tsx'
export { HeatOnFloors } from './heat-on-floors.tsx'
