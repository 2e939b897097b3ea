export { callerOf } from './caller.ts'
export { sessionRoutes } from './session.routes.ts'
export { checkNewPassword, findAccount } from './session.service.ts'
export { type Confirmation, confirmOwner } from './sign-in.ts'
