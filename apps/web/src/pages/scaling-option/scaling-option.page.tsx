import { ScalingPage } from '../../features/scaling/index.ts'

/** From how many devices on reads go through Redis and pushed items through Kafka, and how that goes. */
export const Page = () => <ScalingPage />
