import { MirthSettings } from '../../features/mirth/index.ts'

/** Delivery of data and alerts with its status, and the addresses for integrations that push. */
export const Page = () => <MirthSettings />
