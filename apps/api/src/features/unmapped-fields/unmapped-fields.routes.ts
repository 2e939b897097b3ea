import { type Actor, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { UnmappedFields } from './unmapped-fields.service.ts'

/** The call that tells what integrations send and the metadata mapping lacks. */
export const unmappedFieldRoutes = (unmapped: UnmappedFields): ServedCall<Actor>[] => [
  serve(calls.getUnmappedFields)<Actor>(async (_input, { actor }) => ({
    data: await unmapped.list(sessionOf(actor)),
  })),
]
