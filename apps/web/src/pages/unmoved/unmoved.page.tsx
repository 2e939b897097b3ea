import { UnmovedView } from '../../features/resting-assets/index.ts'

/** Which equipment has not moved for days. */
export const Page = () => <UnmovedView />
