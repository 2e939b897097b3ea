import { NearbyPumpView } from '../../features/nearby-pump/index.ts'

/** What stands around an asset. */
export const Page = () => <NearbyPumpView />
