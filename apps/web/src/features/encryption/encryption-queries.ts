import { queryOptions } from '@tanstack/react-query'
import type { EncryptableField } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Encrypted fields of one asset type with their sub-fields; empty for the whole field. */
export type EncryptedFields = Readonly<Record<string, readonly string[]>>

/** Polling interval of the status while a job runs, in milliseconds. */
const POLL_MS = 1_500

/** Query for the encrypted fields by asset type, and the id of the configuration if there is one. */
export const encryptionConfigQuery = () =>
  queryOptions({
    queryKey: [KEYS.encryption, 'config'],
    queryFn: async ({ signal }): Promise<{ id: string | undefined; types: [string, EncryptedFields][] }> => {
      const [config] = (await api.call('getAllEncryptionConfig', { signal })).data
      if (!config) return { id: undefined, types: [] }
      const { _id: id, ...types } = config
      return { id, types: Object.entries(types as Record<string, EncryptedFields>) }
    },
  })

/** Query for the newest conversion or rotation, and the version of the key. */
export const encryptionStatusQuery = () =>
  queryOptions({
    queryKey: [KEYS.encryption, 'status'],
    queryFn: ({ signal }) => api.call('encryptionStatus', { signal }),
    refetchInterval: ({ state }) => (state.data?.job?.state === 'running' ? POLL_MS : false),
  })

/** Query for the fields of an asset type. */
export const encryptableFieldsQuery = (assetType: string | undefined) =>
  queryOptions({
    queryKey: [KEYS.encryption, 'fields', assetType],
    queryFn: async ({ signal }): Promise<EncryptableField[]> =>
      (await api.call('getAllFields', { body: { AssetType: assetType ?? '' }, signal })).data,
    enabled: assetType !== undefined,
  })
