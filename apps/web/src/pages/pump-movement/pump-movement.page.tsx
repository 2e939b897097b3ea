import { PumpMovementView } from '../../features/movements/index.ts'

/** Which assets moved between which places. */
export const Page = () => <PumpMovementView />
