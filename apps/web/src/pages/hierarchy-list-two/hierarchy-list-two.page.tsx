import { Hierarchy } from '../../features/hierarchy/index.ts'

/** The hospital's places, their maps, and their names at location providers. */
export const Page = () => <Hierarchy />
