import { NearestView } from '../../features/nearest/index.ts'

/** Search for the nearest available equipment, and the route to it. */
export const Page = () => <NearestView />
