import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, id, levels, page, pageSize, revision, text } from '../shapes/common.ts'
import { parLevel, parLevelForm } from '../shapes/par-level.ts'

/** Calls of PAR levels: the number of pieces of a category that a unit should have ready. */
export const parLevelCalls = {
  parLevels: defineCall(routes.parLevels, {
    summary:
      'PAR levels by unit and category; `search` finds words of the path of the unit, or of the category',
    query: z.object({ page, pagesize: pageSize(25), search: text.default('') }),
    response: z.object({ data: z.array(parLevel), count: z.number() }),
  }),
  parLevelPlaces: defineCall(routes.parLevelPlaces, {
    summary: 'Places of the internal hierarchy that a PAR level can be set for, by words of their path',
    query: z.object({ search: text.default(''), items: z.coerce.number().int().min(1).max(100).default(20) }),
    response: z.object({ places: z.array(z.object({ hierarchyId: z.string(), fullPath: levels })) }),
  }),
  parLevel: defineCall(routes.parLevel, {
    summary: 'One PAR level',
    params: z.object({ id }),
    response: z.object({ data: parLevel }),
  }),
  saveParLevel: defineCall(routes.saveParLevel, {
    summary: 'Set the PAR level and the safety level of a unit and category',
    body: parLevelForm,
    response: ack.extend({ data: parLevel }),
  }),
  removeParLevel: defineCall(routes.removeParLevel, {
    summary: 'Remove a PAR level',
    params: z.object({ id }),
    query: z.strictObject({ revision: revision.optional() }),
    response: ack,
  }),
}
