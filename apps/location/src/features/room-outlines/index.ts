export { roomOutlineRoutes } from './room-outlines.routes.ts'
