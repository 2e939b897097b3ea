import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readSteps, skipStep } from './setup.service.ts'

/** Creates the calls of the first set-up of an installation. */
export function setupRoutes({ db }: Pick<ServiceParts, 'db'>): ServedCall<Actor>[] {
  return [
    serve(calls.setupState)<Actor>(async () => ({ steps: await readSteps(db) })),
    serve(calls.skipSetupStep)<Actor>(async ({ body: { step, skipped } }, { target }) => {
      target('setup-step', step)
      await skipStep(db, step, skipped)
      return { err: 0, message: messages.done, steps: await readSteps(db) }
    }),
  ]
}
