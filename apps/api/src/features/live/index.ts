export { liveRoutes } from './live.routes.ts'
export { createLiveHub } from './live-hub.ts'
