export { userRoutes } from './users.routes.ts'
export { createUser, type NewUser } from './users.service.ts'
