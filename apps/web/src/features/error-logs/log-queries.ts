import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { LogFile, ResponseOf } from '@wardtrack/contracts'
import { LOG_LEVELS, LOG_SERVICES, type LogLevel, type LogService } from '@wardtrack/contracts/log-services'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlText } from '../../lib/url-state.ts'

/** How often the newest lines are read again while they are followed, milliseconds. */
const FOLLOW_MS = 3_000

/** Which lines of which log are looked at; it stands in the address. */
export interface LogView {
  readonly log: LogService
  readonly level: LogLevel | 'any'
  readonly search: string
  readonly requestId: string
}

/** How the view stands in the address. */
export const logSchema: UrlSchema<LogView> = {
  log: urlChoice('log', [...LOG_SERVICES] as [LogService, ...LogService[]]),
  level: urlChoice<LogLevel | 'any'>('level', ['any', ...LOG_LEVELS]),
  search: urlText('search'),
  requestId: urlText('request'),
}

/** Every log, with its size. */
export const logListQuery = () =>
  queryOptions({
    queryKey: [KEYS.logs, 'list'],
    queryFn: async ({ signal }): Promise<LogFile[]> => (await api.call('listLogs', { signal })).data,
    staleTime: 0,
  })

/** Lines of a log, the newest first; each page leads to the lines before. */
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
