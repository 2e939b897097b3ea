import { MovementVsTimeView } from '../../features/movements/index.ts'

/** Which assets are not where they belong. */
export const Page = () => <MovementVsTimeView />
