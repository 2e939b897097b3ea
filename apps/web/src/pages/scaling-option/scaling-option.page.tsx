import { ScalingPage } from '../../features/scaling/index.ts'

/** Numbers of devices above which Redis caches reads and Kafka carries pushed items, with their status. */
export const Page = () => <ScalingPage />
