import { CleaningRoundsView } from '../../features/cleaning-rounds/index.ts'

/** Whether equipment is cleaned between two uses. */
export const Page = () => <CleaningRoundsView />
