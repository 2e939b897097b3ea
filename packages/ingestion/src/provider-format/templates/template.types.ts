import type { FormatTemplate } from '@wardtrack/contracts'

/** A format template; its sample is created when it is shown, so that its times are current. */
export type TemplateSource = Omit<FormatTemplate, 'sample'> & {
  /** @param now milliseconds */
  sample(now: number): unknown
}
