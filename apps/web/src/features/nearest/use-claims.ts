import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'

type ClaimCall = 'claimAsset' | 'releaseAsset' | 'reportAssetMissing' | 'withdrawMissingReport'

/** A call about one piece of equipment; lists that show it are read again. */
const useCall = (call: ClaimCall) =>
  useApiMutation({
    call: (assetId: string): Promise<{ message: string }> => api.call(call, { body: { assetId } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.nearest], [KEYS.asset]],
  })

/** Taking equipment, and reporting that it is not there. */
export function useClaims() {
  useTranslation('messages')
  return {
    claim: useCall('claimAsset'),
    release: useCall('releaseAsset'),
    report: useCall('reportAssetMissing'),
    withdraw: useCall('withdrawMissingReport'),
  }
}
