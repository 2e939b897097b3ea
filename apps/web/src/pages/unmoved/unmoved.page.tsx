import { UnmovedView } from '../../features/idle-assets/index.ts'

/** Report on equipment that has not moved for days. */
export const Page = () => <UnmovedView />
