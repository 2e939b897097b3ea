import { queryOptions } from '@tanstack/react-query'
import type { MirthField } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** The fields of the Mirth settings in the order of the page. */
export const FIELDS = [
  'Asset',
  'AssetLocation',
  'AssetAssociation',
  'LocationHierarchy',
  'GeofenceAlert',
  'DeviceStatus',
] as const satisfies readonly MirthField[]

/** What the form of the addresses holds; an empty address is not delivered to. */
export type MirthAddresses = Record<MirthField, string> & { PlainHttpReason: string }

/** The settings pair as the calls name it. */
export const PAIR = { Type: 'Mirth', SubType: 'Mirth' } as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The saved addresses. */
export const addressesQuery = () =>
  settingsQuery(
    PAIR,
    (fields) =>
      Object.fromEntries(
        [...FIELDS, 'PlainHttpReason'].map((name) => [name, text(fields[name])]),
      ) as MirthAddresses,
  )

/** How often the deliveries are looked at while the page is open, milliseconds. */
const REFRESH_MS = 3_000

/** How deliveries go, kept fresh while the page is open. */
export const deliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'mirth-deliveries'],
    queryFn: ({ signal }) => api.call('mirthDeliveries', { signal }),
    refetchInterval: REFRESH_MS,
  })

/** The redelivery that runs, or the newest one. */
export const redeliveriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.jobs, 'mirth'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('listJobs', { query: {}, signal })
      return data.filter(({ kind }) => kind.startsWith('mirth.'))
    },
    refetchInterval: REFRESH_MS,
  })
