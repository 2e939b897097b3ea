import { ParLevelsView } from '../../features/par-levels/index.ts'

/** How many pieces are ready in each unit, against its PAR level. */
export const Page = () => <ParLevelsView />
