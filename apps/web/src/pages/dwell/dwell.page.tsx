import { DwellView } from '../../features/dwell/index.ts'

/** Report on stays of equipment in units, and on the time to the next use. */
export const Page = () => <DwellView />
