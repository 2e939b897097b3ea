import { NotSeenView } from '../../features/resting-assets/index.ts'

/** Which equipment was not seen for days. */
export const Page = () => <NotSeenView />
