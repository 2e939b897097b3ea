import { MirthSettings } from '../../features/mirth/index.ts'

/** Where data and alerts are delivered, how that goes, and where integrations push. */
export const Page = () => <MirthSettings />
