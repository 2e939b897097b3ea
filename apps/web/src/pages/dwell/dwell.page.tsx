import { DwellView } from '../../features/dwell/index.ts'

/** How long equipment stays in units, and until it is in use again. */
export const Page = () => <DwellView />
