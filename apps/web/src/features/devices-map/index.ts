export { DevicesMapView } from './devices-map-view.tsx'
