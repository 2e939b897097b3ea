export { createUser, type NewUser } from './create-user.ts'
