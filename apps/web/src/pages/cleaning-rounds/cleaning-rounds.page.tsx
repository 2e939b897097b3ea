import { CleaningRoundsView } from '../../features/cleaning-rounds/index.ts'

/** Report on the cleaning of equipment between two uses. */
export const Page = () => <CleaningRoundsView />
