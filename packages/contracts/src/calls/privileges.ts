import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { PAGES } from '../pages.ts'
import { routes } from '../routes.ts'
import { privilege } from '../shapes/access.ts'
import { ack, id, revision, text } from '../shapes/common.ts'

/** A known page name, with or without its leading slash; stored with it. */
const pageRoute = z
  .string()
  .trim()
  .transform((value) => (value.startsWith('/') ? value : `/${value}`))
  .refine((value) => PAGES.includes(value.slice(1)), messages.routeUnknown)

const routeChange = z.object({
  privilegeName: text.min(1, messages.privilegeName),
  routes: z
    .union([z.array(pageRoute).min(1).max(500), pageRoute])
    .transform((value) => (Array.isArray(value) ? value : [value])),
  revision: revision.optional(),
})
const changed = ack.extend({
  revision,
  allowedRoutes: z.array(z.string()),
  sessionRoutes: z.array(z.string()),
})

const description = z
  .string({ error: messages.privilegeDescription })
  .trim()
  .min(3, messages.privilegeDescription)
  .max(500)
const byId = z.object({ id })

export const privilegeCalls = {
  getPrivileges: defineCall(routes.getPrivileges, {
    summary: 'Every privilege',
    response: z.object({ privilegeList: z.array(privilege) }),
  }),
  addPrivilege: defineCall(routes.addPrivilege, {
    summary: 'Add a privilege',
    duplicateIsStatus500: true,
    invalidMessage: messages.fillCorrectly,
    leadingMessages: [messages.routeUnknown],
    body: z.object({
      privilegeName: z
        .string({ error: messages.privilegeName })
        .trim()
        .max(100)
        .regex(/^May/, messages.privilegeName)
        .min(3, messages.privilegeName),
      description,
      routes: z.array(pageRoute).max(500).default([]),
      apis: z.array(text).max(500).default([]),
    }),
    response: ack.extend(privilege.shape),
  }),
  addRoutes: defineCall(routes.addRoutes, {
    leadingMessages: [messages.routeUnknown],
    summary: 'Add pages to a privilege',
    body: routeChange,
    response: changed,
  }),
  removeRoutes: defineCall(routes.removeRoutes, {
    leadingMessages: [messages.routeUnknown],
    summary: 'Take pages from a privilege',
    body: routeChange,
    response: changed,
  }),
  changePrivilege: defineCall(routes.changePrivilege, {
    leadingMessages: [messages.routeUnknown],
    summary: 'Change the description or the pages of a privilege; members left out stay as they are',
    params: byId,
    body: z.object({
      description: description.optional(),
      routes: z.array(pageRoute).max(500).optional(),
      revision: revision.optional(),
    }),
    response: ack.extend({ data: privilege }),
  }),
  deletePrivilege: defineCall(routes.deletePrivilege, {
    summary: 'Delete a privilege, and take it from everybody who holds it',
    params: byId,
    query: z.object({ revision: revision.optional() }),
    response: ack.extend({ holders: z.number() }),
  }),
  privilegeHolders: defineCall(routes.privilegeHolders, {
    summary:
      'Who holds a privilege: how many people, and for those who may see users the first of them by name',
    params: byId,
    response: z.object({
      count: z.number(),
      data: z.array(z.object({ username: z.string(), displayName: z.string() })).optional(),
    }),
  }),
}
