import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { PAGES } from '../pages.ts'
import { routes } from '../routes.ts'
import { privilege } from '../shapes/access.ts'
import { ack, text } from '../shapes/common.ts'

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
})
const changed = z.object({
  err: z.literal(0),
  message: z.string(),
  allowedRoutes: z.array(z.string()),
  sessionRoutes: z.array(z.string()),
})

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
      description: z
        .string({ error: messages.privilegeDescription })
        .trim()
        .min(3, messages.privilegeDescription)
        .max(500),
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
}
