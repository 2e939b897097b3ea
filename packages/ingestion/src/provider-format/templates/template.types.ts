import type { FormatTemplate } from '@wardtrack/contracts'

/** A format to start from; its sample is made for the moment it is shown, so that its times are neither old nor ahead. */
export type TemplateSource = Omit<FormatTemplate, 'sample'> & {
  /** @param now milliseconds */
  sample(now: number): unknown
}
