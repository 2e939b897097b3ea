export { customTagRoutes } from './custom-tags.routes.ts'
export { resumeTagRemovals } from './custom-tags.service.ts'
