import { type Actor, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { UnmappedFields } from './unmapped-fields.service.ts'

/** Creates the call that lists fields from integrations that the metadata mapping lacks. */
export const unmappedFieldRoutes = (unmapped: UnmappedFields): ServedCall<Actor>[] => [
  serve(calls.getUnmappedFields)<Actor>(async (_input, { actor }) => ({
    data: await unmapped.list(sessionOf(actor)),
  })),
]
