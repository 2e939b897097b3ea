import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { changePrivilege, changeRoutes, deletePrivilege, readHolders } from './edit-privileges.service.ts'
import { addPrivilege, listPrivileges } from './privileges.service.ts'

/** Creates the calls of privileges and their pages. */
export function privilegeRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  return [
    serve(calls.getPrivileges)<Actor>(async () => ({ privilegeList: await listPrivileges(parts) })),
    serve(calls.addPrivilege)<Actor>(async ({ body }, { actor, target }) => {
      const added = await addPrivilege(parts, sessionOf(actor), body)
      target('privilege', added._id)
      return { err: 0, message: messages.privilegeAdded, ...added }
    }),
    serve(calls.addRoutes)<Actor>(async ({ body: { routes: add, ...privilege } }, context) => {
      const { id, ...changed } = await changeRoutes(parts, sessionOf(context.actor), { ...privilege, add })
      context.target('privilege', id)
      context.auditDetails({ routesAdded: add })
      return { err: 0, message: messages.done, ...changed }
    }),
    serve(calls.removeRoutes)<Actor>(async ({ body: { routes: remove, ...privilege } }, context) => {
      const { id, ...changed } = await changeRoutes(parts, sessionOf(context.actor), { ...privilege, remove })
      context.target('privilege', id)
      context.auditDetails({ routesRemoved: remove })
      return { err: 0, message: messages.done, ...changed }
    }),
    serve(calls.changePrivilege)<Actor>(async ({ params: { id }, body }, { target, auditDetails }) => {
      target('privilege', id)
      const data = await changePrivilege(parts, id, body)
      auditDetails({ routes: data.routes })
      return { err: 0, message: messages.privilegeChanged, data }
    }),
    serve(calls.deletePrivilege)<Actor>(async ({ params: { id }, query }, { target, auditDetails }) => {
      target('privilege', id)
      const holders = await deletePrivilege(parts, id, query.revision)
      auditDetails({ holders })
      return { err: 0, message: messages.privilegeDeleted, holders }
    }),
    serve(calls.privilegeHolders)<Actor>(({ params: { id } }, { actor, target }) => {
      target('privilege', id)
      return readHolders(parts, sessionOf(actor), id)
    }),
  ]
}
