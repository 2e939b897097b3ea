import { BalancingView } from '../../features/par-levels/index.ts'

/** Which pieces are to be brought where. */
export const Page = () => <BalancingView />
