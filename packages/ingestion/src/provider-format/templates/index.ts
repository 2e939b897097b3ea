import type { FormatTemplate } from '@wardtrack/contracts'
import { aeroscout } from './aeroscout.ts'
import { centrak } from './centrak.ts'
import { ciscoSpaces } from './cisco-spaces.ts'
import { fhirRtls } from './fhir-rtls.ts'
import { omlox } from './omlox.ts'

/** Returns format templates for known systems. @param now milliseconds, for the times in the samples */
export const formatTemplates = (now: number): FormatTemplate[] =>
  [omlox, fhirRtls, centrak, aeroscout, ciscoSpaces].map(({ sample, ...template }) => ({
    ...template,
    sample: JSON.stringify(sample(now), null, 2),
  }))
