import { AllAssetsMapView } from '../../features/assets-map/index.ts'

/** Every asset on its floor plan, type by type. */
export const Page = () => <AllAssetsMapView />
