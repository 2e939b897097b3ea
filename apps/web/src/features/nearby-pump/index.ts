export { NearbyPumpView } from './nearby-pump-view.tsx'
