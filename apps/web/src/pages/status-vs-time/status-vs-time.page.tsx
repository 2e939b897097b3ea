import { StatusVsTimeView } from '../../features/status-vs-time/index.ts'

/** States of devices over time. */
export const Page = () => <StatusVsTimeView />
