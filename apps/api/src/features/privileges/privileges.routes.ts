import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { addPrivilege, changeRoutes, listPrivileges } from './privileges.service.ts'

/** The calls of privileges and the pages they open. */
export function privilegeRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  return [
    serve(calls.getPrivileges)<Actor>(async () => ({ privilegeList: await listPrivileges(parts) })),
    serve(calls.addPrivilege)<Actor>(async ({ body }, { actor, target }) => {
      const added = await addPrivilege(parts, sessionOf(actor), body)
      target('privilege', added._id)
      return { err: 0, message: messages.privilegeAdded, ...added }
    }),
    serve(calls.addRoutes)<Actor>(async ({ body: { privilegeName, routes } }, { actor }) => {
      const changed = await changeRoutes(parts, sessionOf(actor), { privilegeName, add: routes })
      return { err: 0, message: messages.done, ...changed }
    }),
    serve(calls.removeRoutes)<Actor>(async ({ body: { privilegeName, routes } }, { actor }) => {
      const changed = await changeRoutes(parts, sessionOf(actor), { privilegeName, remove: routes })
      return { err: 0, message: messages.done, ...changed }
    }),
  ]
}
