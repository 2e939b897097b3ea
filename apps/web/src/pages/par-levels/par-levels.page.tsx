import { ParLevelsView } from '../../features/par-levels/index.ts'

/** Report on available equipment in each unit, compared with its PAR level. */
export const Page = () => <ParLevelsView />
