export { locationTagRoutes } from './location-tags.routes.ts'
export { seenTags } from './unassigned-tags.store.ts'
