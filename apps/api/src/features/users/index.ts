export { createUser, type NewUser } from './create-user.ts'
export { userRoutes } from './users.routes.ts'
