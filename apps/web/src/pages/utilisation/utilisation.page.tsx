import { UtilisationView } from '../../features/utilisation/index.ts'

/** How much of the equipment of each unit is in use. */
export const Page = () => <UtilisationView />
