import { NearestView } from '../../features/nearest/index.ts'

/** Finds the nearest free piece of equipment, and the way to it. */
export const Page = () => <NearestView />
