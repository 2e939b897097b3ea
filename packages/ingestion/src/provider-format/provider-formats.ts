import type { ServiceParts } from '@wardtrack/access'
import type { FormatEndpoint } from '@wardtrack/contracts'
import { cachedValue } from '@wardtrack/service-kit'
import type { FormatRunner } from './format-runner.ts'

/** Expressions of providers that push their own JSON, by provider and endpoint. */
export type ProviderFormats = {
  /** undefined when the provider has no expression for the endpoint */
  find(provider: string, endpoint: FormatEndpoint): Promise<string | undefined>
  close(): void
}

/** Dependencies of endpoints for providers' own JSON. */
export type FormatParts = {
  formats: ProviderFormats
  /** runs expressions for providers' pushes */
  runner: FormatRunner
  /** runs expressions that people try, so that they delay no provider */
  previewRunner: FormatRunner
}

/** Returns the `_id` of a provider's format. */
export const formatId = (provider: string, endpoint: FormatEndpoint): string => `${provider}/${endpoint}`

/** Creates the reader of formats. A change applies from the next push in processes that receive change events. */
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
