import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack } from '../shapes/common.ts'
import { SETUP_STEPS, setupStepState } from '../shapes/setup.ts'

const steps = z.array(setupStepState)

export const setupCalls = {
  setupState: defineCall(routes.setupState, {
    summary: 'How far the first set-up of the installation is, as its data say',
    response: z.object({ steps }),
  }),
  skipSetupStep: defineCall(routes.skipSetupStep, {
    summary: 'Leave a step of the first set-up for later, or take it up again',
    body: z.object({ step: z.enum(SETUP_STEPS), skipped: z.boolean() }),
    response: ack.extend({ steps }),
  }),
}
