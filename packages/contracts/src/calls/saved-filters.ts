import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { filterPageOf } from '../pages.ts'
import { routes } from '../routes.ts'
import { ack, text, visible } from '../shapes/common.ts'
import { savedFilter } from '../shapes/saved-filter.ts'

/** A page by its route, with or without the leading slash and parameters. */
const filterRoute = text
  .min(1, messages.filterPageUnknown)
  .refine((route) => filterPageOf(route) !== undefined, messages.filterPageUnknown)

const displayName = z
  .string({ error: messages.filterName })
  .trim()
  .min(2, messages.filterName)
  .max(100)
  .regex(visible.pattern, visible.message)

/** Milliseconds, as a number or as text. */
const filterId = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(String)

const byId = z.object({ filterId: z.string().min(1).max(128) })
const stored = ack.extend({ data: savedFilter })

export const savedFilterCalls = {
  getFiltersForUser: defineCall(routes.getFiltersForUser, {
    summary: "The caller's saved filters of a page, and those that others share there",
    patient: true,
    query: z.object({ userName: text.min(1), showOn: filterRoute }),
    response: z.object({ data: z.array(savedFilter) }),
  }),
  createFilter: defineCall(routes.createFilter, {
    summary: 'Save a filter; its owner is the caller',
    patient: true,
    body: z.object({
      displayName,
      criteria: z.array(z.record(z.string(), z.unknown())),
      showOn: filterRoute,
      filterId: filterId.optional(),
      userName: z.string().max(500).optional(),
      share: z.boolean().default(false),
      showMe: z.boolean().default(true),
    }),
    response: stored,
  }),
  deleteFilter: defineCall(routes.deleteFilter, {
    summary: 'Delete a saved filter; its owner alone may',
    patient: true,
    params: byId,
    response: ack,
  }),
  updateFilter: defineCall(routes.updateFilter, {
    summary: "Share a saved filter or end that, hide or show it for the caller, make it the caller's default",
    patient: true,
    params: byId,
    body: z
      .object({
        share: z.boolean().optional(),
        showMe: z.boolean().optional(),
        isDefault: z.boolean().optional(),
      })
      .refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        messages.filterNoChange,
      ),
    response: stored,
  }),
}
