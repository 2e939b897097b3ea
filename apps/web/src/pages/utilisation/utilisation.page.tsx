import { UtilisationView } from '../../features/utilisation/index.ts'

/** Report on the share of equipment in use in each unit. */
export const Page = () => <UtilisationView />
