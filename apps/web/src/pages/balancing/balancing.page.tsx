import { BalancingView } from '../../features/par-levels/index.ts'

/** Planned transfers of equipment between units. */
export const Page = () => <BalancingView />
