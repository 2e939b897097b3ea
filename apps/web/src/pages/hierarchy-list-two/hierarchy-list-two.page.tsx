import { Hierarchy } from '../../features/hierarchy/index.ts'

/** The hospital's own places, their maps, and what location providers call them. */
export const Page = () => <Hierarchy />
