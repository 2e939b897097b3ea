import { NearbyPumpView } from '../../features/nearby-pump/index.ts'

/** Devices near an asset. */
export const Page = () => <NearbyPumpView />
