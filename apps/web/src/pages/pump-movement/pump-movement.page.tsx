import { PumpMovementView } from '../../features/movements/index.ts'

/** Report on movements of assets between places. */
export const Page = () => <PumpMovementView />
