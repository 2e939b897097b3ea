export { customTagRoutes } from './custom-tags.routes.ts'
export { resumeTagRemovals } from './remove-tag.ts'
