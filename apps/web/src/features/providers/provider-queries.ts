import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeadLetter, FormatEndpoint, IngestKey } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import type { StoredState } from '../../ui/form/index.ts'
import { type ProviderDraft, toDraft } from './provider-draft.ts'

/** How often activity and log are read anew while they are looked at. */
const POLL_MS = 5_000

/** A provider's settings as its form holds them. @throws when there are none */
export async function readProvider(name: string, signal?: AbortSignal): Promise<StoredState<ProviderDraft>> {
  const body = { Type: 'Provider', SubType: name }
  const { status, data } = await api.call('getSettings', { body, ...(signal ? { signal } : {}) })
  return { values: toDraft(status === 1 ? data.SubType : '', data.Fields), revision: data.revision }
}

/** {@link readProvider} */
export const providerSettingsQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'settings'],
    queryFn: ({ signal }) => readProvider(name, signal),
  })

/** Where a provider pushes to, and its own formats. */
export const providerQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name],
    queryFn: async ({ signal }) => (await api.call('getProvider', { params: { name }, signal })).data,
  })

/** A provider's own ingestion keys, the newest first. */
export const providerKeysQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'keys'],
    queryFn: async ({ signal }): Promise<IngestKey[]> =>
      (await api.call('listKeys', { signal })).data.filter(({ provider }) => provider === name),
  })

/** What came of a provider's items. */
export const activityQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'activity'],
    queryFn: async ({ signal }) => (await api.call('providerActivity', { params: { name }, signal })).data,
    refetchInterval: POLL_MS,
  })

/** The newest lines of a provider's log. */
export const logQuery = (name: string) =>
  queryOptions({
    queryKey: [KEYS.providers, name, 'log'],
    queryFn: async ({ signal }) =>
      (await api.call('providerLog', { params: { name }, query: { pagesize: 100 }, signal })).data,
    refetchInterval: POLL_MS,
  })

/** Formats of known systems to start from. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [KEYS.providers, 'format-templates'],
    queryFn: async ({ signal }) => (await api.call('formatTemplates', { signal })).data,
    staleTime: 60_000,
  })

/** What an expression makes of a sample. */
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

/** Whose refused items: those of positions and places, of device states, or of assets and their links. */
export const LETTER_BASES = ['location', 'status', 'api'] as const
/** One of {@link LETTER_BASES}. */
export type LetterBase = (typeof LETTER_BASES)[number]

/** The calls of each base. */
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

/** Which of a provider's refused items are listed; `page` is one-based. */
export interface LetterQuestion {
  readonly provider: string
  readonly base: LetterBase
  readonly code: DeadLetter['errors'][number]['code'] | ''
  readonly page: number
  readonly pagesize: number
}

/** A page of a provider's refused items. */
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

/** One refused item. */
export const letterQuery = (provider: string, base: LetterBase, id: string) =>
  queryOptions({
    queryKey: [KEYS.providers, provider, 'letters', base, id],
    queryFn: async ({ signal }) => (await api.call(LETTER_CALLS[base].one, { params: { id }, signal })).data,
  })
