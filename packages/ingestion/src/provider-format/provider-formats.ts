import type { ServiceParts } from '@wardtrack/access'
import type { FormatEndpoint } from '@wardtrack/contracts'
import { cachedValue } from '@wardtrack/service-kit'
import type { FormatRunner } from './format-runner.ts'

/** The expressions of providers that push JSON of their own, by provider and endpoint. */
export type ProviderFormats = {
  /** undefined when the provider has none for the endpoint */
  find(provider: string, endpoint: FormatEndpoint): Promise<string | undefined>
  close(): void
}

/** What endpoints need for JSON of a provider's own. */
export type FormatParts = {
  formats: ProviderFormats
  /** for what providers push */
  runner: FormatRunner
  /** for what people try, so that it holds up no provider */
  previewRunner: FormatRunner
}

/** `_id` of a provider's format. */
export const formatId = (provider: string, endpoint: FormatEndpoint): string => `${provider}/${endpoint}`

/** Makes the reader of formats: a change counts with the next push, where changes are told. */
export function createProviderFormats(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'>,
): ProviderFormats {
  const expressions = cachedValue(parts, {
    load: async () => {
      const formats = await parts.db.models.providerFormats.find({})
      return new Map(formats.map(({ _id, expression }) => [_id, expression]))
    },
    invalidateOn: { 'config.changed': ({ what }) => what === 'providers' },
  })
  return {
    find: async (provider, endpoint) => (await expressions.read()).get(formatId(provider, endpoint)),
    close: expressions.close,
  }
}
