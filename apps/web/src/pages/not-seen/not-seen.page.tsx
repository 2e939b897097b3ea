import { NotSeenView } from '../../features/idle-assets/index.ts'

/** Report on equipment that was not seen for days. */
export const Page = () => <NotSeenView />
