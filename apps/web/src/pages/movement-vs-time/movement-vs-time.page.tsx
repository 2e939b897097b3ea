import { MovementVsTimeView } from '../../features/movements/index.ts'

/** Report on assets away from their home location. */
export const Page = () => <MovementVsTimeView />
