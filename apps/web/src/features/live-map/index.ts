export { AllAssetsMapView } from './all-assets-map-view.tsx'
export { DevicesMapView } from './devices-map-view.tsx'
export { HeatOnFloors } from './heat-on-floors.tsx'
