import type { FormatRunner } from './format-runner.ts'
import type { ProviderFormats } from './provider-formats.ts'

/** What endpoints need for JSON of a provider's own. */
export type FormatParts = {
  formats: ProviderFormats
  /** for what providers push */
  runner: FormatRunner
  /** for what people try, so that it holds up no provider */
  previewRunner: FormatRunner
}
