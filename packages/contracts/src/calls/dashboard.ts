import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, revision } from '../shapes/common.ts'
import { COUNTED_FIELDS, dashboard, tileLayout } from '../shapes/dashboard.ts'

const answer = z.object({ data: dashboard })
const saved = ack.extend({ data: dashboard })
const bodyLimit = 16 * 1024

/** Calls of the dashboard. */
export const dashboardCalls = {
  getDashboard: defineCall(routes.getDashboard, {
    summary: "The tiles of the caller's dashboard: their own, or those that everyone begins with",
    patient: true,
    response: answer,
  }),
  saveDashboard: defineCall(routes.saveDashboard, {
    summary:
      "Put the tiles of the caller's dashboard in an order; those that the caller may not have stay stored",
    patient: true,
    bodyLimit,
    body: z.strictObject({ tiles: tileLayout }),
    response: saved,
  }),
  resetDashboard: defineCall(routes.resetDashboard, {
    summary: 'Give the caller the dashboard that everyone begins with',
    patient: true,
    response: saved,
  }),
  saveDefaultDashboard: defineCall(routes.saveDefaultDashboard, {
    summary: 'Set the dashboard that everyone begins with; who has put tiles there keeps those',
    patient: true,
    bodyLimit,
    body: z.strictObject({ tiles: tileLayout, revision: revision.optional() }),
    response: saved,
  }),
  resetDefaultDashboard: defineCall(routes.resetDefaultDashboard, {
    summary: 'Begin with the dashboard of the product again',
    patient: true,
    query: z.strictObject({ revision: revision.optional() }),
    response: saved,
  }),
  countAssets: defineCall(routes.countAssets, {
    summary: 'How many active devices have each value of a field, the values that the metadata mapping names',
    patient: true,
    body: z.strictObject({ by: z.enum(COUNTED_FIELDS, { error: messages.fieldUnknown }) }),
    response: z.object({
      /** in the order of the mapping; `value` is the option code */
      data: z.array(z.object({ value: z.string(), count: z.number() })),
      /** number of all devices, including those without such a value */
      total: z.number(),
    }),
  }),
}
