import { AllAssetsMapView } from '../../features/live-map/index.ts'

/** Every asset on its floor plan, type by type. */
export const Page = () => <AllAssetsMapView />
