import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { LogFile, ResponseOf } from '@wardtrack/contracts'
import { LOG_LEVELS, LOG_SERVICES, type LogLevel, type LogService } from '@wardtrack/contracts/log-services'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** Polling interval of the newest lines while they are followed, in milliseconds. */
const FOLLOW_MS = 3_000

/** Log and filters of the lines, kept in the address. */
export interface LogView {
  readonly log: LogService
  readonly level: LogLevel | 'any'
  readonly search: string
  readonly requestId: string
}

/** Fields of the address for the view. */
export const logSchema: UrlSchema<LogView> = {
  log: urlChoice('log', [...LOG_SERVICES] as [LogService, ...LogService[]]),
  level: urlChoice<LogLevel | 'any'>('level', ['any', ...LOG_LEVELS]),
  search: urlText('search'),
  requestId: urlText('request'),
}

/** Query for all logs with their sizes. */
export const logListQuery = () =>
  queryOptions({
    queryKey: [KEYS.logs, 'list'],
    queryFn: async ({ signal }): Promise<LogFile[]> => (await api.call('listLogs', { signal })).data,
    staleTime: 0,
  })

/** Query for the lines of a log, newest first; each page links to earlier lines. */
export const logLinesQuery = ({ log, level, search, requestId }: LogView, isFollowed: boolean) =>
  infiniteQueryOptions({
    queryKey: [KEYS.logs, 'lines', log, level, search, requestId],
    queryFn: ({ signal, pageParam }): Promise<ResponseOf<'searchLog'>> =>
      api.call('searchLog', {
        params: { service: log },
        query: {
          ...(search ? { search } : {}),
          ...(requestId ? { requestId } : {}),
          ...(level === 'any' ? {} : { level }),
          ...(pageParam ? { before: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isFollowed ? FOLLOW_MS : false,
    staleTime: 0,
    gcTime: 0,
  })
