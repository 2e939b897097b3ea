import { z } from 'zod'

/** What an installation needs before it is of use, in the order in which it is led through. */
export const SETUP_STEPS = ['password', 'privilege', 'users', 'key', 'map'] as const
/** One of {@link SETUP_STEPS}. */
export type SetupStep = (typeof SETUP_STEPS)[number]

/** A step, and whether it is done, left for later, or waits. */
export const setupStepState = z.object({
  step: z.enum(SETUP_STEPS),
  state: z.enum(['done', 'skipped', 'open']),
})
/** {@link setupStepState} */
export type SetupStepState = z.output<typeof setupStepState>
