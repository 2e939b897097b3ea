import { queryOptions } from '@tanstack/react-query'
import type { MirthField } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** Fields of the Mirth settings in the order of the page. */
export const FIELDS = [
  'Asset',
  'AssetLocation',
  'AssetAssociation',
  'LocationHierarchy',
  'GeofenceAlert',
  'DeviceStatus',
] as const satisfies readonly MirthField[]

/** Form values of the addresses; an empty address gets no deliveries. */
export type MirthAddresses = Record<MirthField, string> & { PlainHttpReason: string }

/** Name of the settings pair in calls. */
export const PAIR = { Type: 'Mirth', SubType: 'Mirth' } as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Query for the saved addresses. */
export const addressesQuery = () =>
  settingsQuery(
    PAIR,
    (fields) =>
      Object.fromEntries(
        [...FIELDS, 'PlainHttpReason'].map((name) => [name, text(fields[name])]),
      ) as MirthAddresses,
  )

/** Polling interval of the deliveries while the page is open, in milliseconds. */
const REFRESH_MS = 3_000

/** Query for the status of deliveries, kept fresh while the page is open. */
export const deliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'mirth-deliveries'],
    queryFn: ({ signal }) => api.call('mirthDeliveries', { signal }),
    refetchInterval: REFRESH_MS,
  })

/** Query for the running or newest redelivery. */
export const redeliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.jobs, 'mirth'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('listJobs', { query: {}, signal })
      return data.filter(({ kind }) => kind.startsWith('mirth.'))
    },
    refetchInterval: REFRESH_MS,
  })
