import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeadLetter, FormatEndpoint, IngestKey } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import type { StoredState } from '../../ui/form/index.ts'
import { type ProviderDraft, toDraft } from './provider-draft.ts'

/** Polling interval of activity and log while they are shown. */
const POLL_MS = 5_000

/** Reads a provider's settings as form values. @throws an error if there are none */
export async function readProvider(name: string, signal?: AbortSignal): Promise<StoredState<ProviderDraft>> {
  const body = { Type: 'Provider', SubType: name }
  const { status, data } = await api.call('getSettings', { body, ...(signal ? { signal } : {}) })
  return { values: toDraft(status === 1 ? data.SubType : '', data.Fields), revision: data.revision }
}

/** Query of {@link readProvider}. */
export const providerSettingsQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'settings'],
    queryFn: ({ signal }) => readProvider(name, signal),
  })

/** Query for a provider's addresses for pushing, and its own formats. */
export const providerQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name],
    queryFn: async ({ signal }) => (await api.call('getProvider', { params: { name }, signal })).data,
  })

/** Query for a provider's ingestion keys, newest first. */
export const providerKeysQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'keys'],
    queryFn: async ({ signal }): Promise<IngestKey[]> =>
      (await api.call('listKeys', { signal })).data.filter(({ provider }) => provider === name),
  })

/** Query for the counters of a provider's items. */
export const activityQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'activity'],
    queryFn: async ({ signal }) => (await api.call('providerActivity', { params: { name }, signal })).data,
    refetchInterval: POLL_MS,
  })

/** Query for the newest lines of a provider's log. */
export const logQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'log'],
    queryFn: async ({ signal }) =>
      (await api.call('providerLog', { params: { name }, query: { pagesize: 100 }, signal })).data,
    refetchInterval: POLL_MS,
  })

/** Query for formats of known systems to start from. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [KEYS.providers, 'format-templates'],
    queryFn: async ({ signal }) => (await api.call('formatTemplates', { signal })).data,
    staleTime: 60_000,
  })

/** Query for the result of an expression on a sample. */
export const previewQuery = (
  endpoint: FormatEndpoint,
  body: { provider: string; expression: string; sample: string },
) =>
  queryOptions({
    queryKey: [KEYS.providers, 'preview', endpoint, body],
    queryFn: ({ signal }) =>
      api.call(endpoint === 'locations' ? 'previewLocations' : 'previewDeviceStatus', { body, signal }),
    enabled: body.expression.trim() !== '' && body.sample.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })

/** Services with refused items: positions and places, device states, or assets and their associations. */
export const LETTER_BASES = ['location', 'status', 'api'] as const
/** One of {@link LETTER_BASES}. */
export type LetterBase = (typeof LETTER_BASES)[number]

/** Calls of each service. */
export const LETTER_CALLS = {
  location: {
    list: 'locationDeadLetters',
    one: 'locationDeadLetter',
    mend: 'locationMendDeadLetter',
    replay: 'locationReplay',
    replayAll: 'locationReplayAll',
  },
  status: {
    list: 'statusDeadLetters',
    one: 'statusDeadLetter',
    mend: 'statusMendDeadLetter',
    replay: 'statusReplay',
    replayAll: 'statusReplayAll',
  },
  api: {
    list: 'apiDeadLetters',
    one: 'apiDeadLetter',
    mend: 'apiMendDeadLetter',
    replay: 'apiReplay',
    replayAll: 'apiReplayAll',
  },
} as const

/** Filter of a provider's refused items; `page` is one-based. */
export interface LetterQuestion {
  readonly provider: string
  readonly base: LetterBase
  readonly code: DeadLetter['errors'][number]['code'] | ''
  readonly page: number
  readonly pagesize: number
}

/** Query for a page of a provider's refused items. */
export const lettersQuery = ({ provider, base, code, page, pagesize }: LetterQuestion) =>
  queryOptions({
    queryKey: [KEYS.providers, provider, 'letters', base, code, page, pagesize],
    queryFn: ({ signal }) =>
      api.call(LETTER_CALLS[base].list, {
        query: { provider, page, pagesize, ...(code === '' ? {} : { code }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Query for one refused item. */
export const letterQuery = (provider: string, base: LetterBase, id: string) =>
  queryOptions({
    queryKey: [KEYS.providers, provider, 'letters', base, id],
    queryFn: async ({ signal }) => (await api.call(LETTER_CALLS[base].one, { params: { id }, signal })).data,
  })
