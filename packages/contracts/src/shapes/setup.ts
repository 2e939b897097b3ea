import { z } from 'zod'

/** Steps of the first setup, in order. */
export const SETUP_STEPS = ['password', 'privilege', 'users', 'key', 'map'] as const
/** One of {@link SETUP_STEPS}. */
export type SetupStep = (typeof SETUP_STEPS)[number]

/** A step and its state: done, postponed, or open. */
export const setupStepState = z.object({
  step: z.enum(SETUP_STEPS),
  state: z.enum(['done', 'skipped', 'open']),
})
/** {@link setupStepState} */
export type SetupStepState = z.output<typeof setupStepState>
